//! The threats of a step. If they are many, such as the boids of another flock, they are sorted
//! along grids.

use super::{
    predator::MOST_PREDATORS,
    radius_class::{less, RadiusClass},
    threat::{ball_around, Threat},
};
use crate::{boundary::PeriodicBox, math::Vec3, settings::Backend, steering::scare::MOST_SCARES};

/// Largest number of threats that is searched one by one. The predators and scares of a game are
/// never more.
pub(super) const FEW: usize = MOST_PREDATORS + MOST_SCARES;

/// The threats of a step.
#[derive(Debug, Default)]
pub(crate) struct ThreatSet {
    all: Vec<Threat>,
    /// The same threats in classes of radii, the smallest first. Filled only if the set is sorted.
    classes: Vec<RadiusClass>,
    /// The periodic box of the boids: each boid sees the nearest image of a threat.
    periodic_box: Option<PeriodicBox>,
}

impl ThreatSet {
    /// Replaces the threats, for boids with this periodic box.
    pub(crate) fn set(
        &mut self,
        threats: impl Iterator<Item = Threat>,
        periodic_box: Option<PeriodicBox>,
        backend: Backend,
    ) {
        self.periodic_box = periodic_box;
        self.all.clear();
        self.all.extend(threats);
        if self.is_sorted() {
            self.sort(backend);
        }
    }

    /// Reserves memory for this number of threats.
    pub(crate) fn reserve(&mut self, count: usize) {
        self.all.reserve(count.saturating_sub(self.all.len()));
    }

    pub(crate) fn iter(&self) -> impl Iterator<Item = &Threat> {
        self.all.iter()
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.all.is_empty()
    }

    pub(super) fn periodic_box(&self) -> Option<&PeriodicBox> {
        self.periodic_box.as_ref()
    }

    /// The threat with this index.
    pub(super) fn get(&self, index: u32) -> &Threat {
        &self.all[index as usize]
    }

    /// True if there are so many threats that they are sorted along grids.
    pub(super) fn is_sorted(&self) -> bool {
        self.all.len() > FEW
    }

    fn sort(&mut self, backend: Backend) {
        self.classes.iter_mut().for_each(RadiusClass::clear);
        for threat in &self.all {
            let name = RadiusClass::name_of(threat);
            let found = self.classes.binary_search_by_key(&name, RadiusClass::name);
            let class = found.unwrap_or_else(|place| {
                self.classes.insert(place, RadiusClass::new(name));
                place
            });
            self.classes[class].push(threat);
        }
        let classes = self.classes.iter_mut().filter(|class| !class.is_empty());
        classes.for_each(|class| class.sort(backend));
    }

    /// The classes that hold threats.
    #[inline]
    fn classes(&self) -> impl Iterator<Item = &RadiusClass> {
        self.classes.iter().filter(|class| !class.is_empty())
    }

    /// True if a threat may reach into a box, in a sorted set.
    pub(super) fn reaches(&self, min: [f32; 3], max: [f32; 3]) -> bool {
        let mut classes = self.classes();
        match &self.periodic_box {
            None => classes.any(|class| class.reaches(min, max)),
            Some(periodic_box) => {
                let (middle, half) = ball_around(min, max);
                classes.any(|class| {
                    let mut shifts = periodic_box.shifts(middle, class.reach() + half);
                    shifts.any(|shift| class.reaches(less(min, shift), less(max, shift)))
                })
            }
        }
    }

    /// Calls `visit` with every threat that reaches a position, and with some other threats. In a
    /// periodic box each is given as its image nearest to the position.
    #[inline]
    pub(crate) fn for_each_near(&self, place: [f32; 3], mut visit: impl FnMut(&Threat)) {
        if !self.is_sorted() {
            return self.for_each_of(self.all.iter(), place, visit);
        }
        for class in self.classes() {
            match &self.periodic_box {
                None => class.near(place).for_each(&mut visit),
                Some(periodic_box) => class.for_each_image_near(place, periodic_box, &mut visit),
            }
        }
    }

    /// Calls `visit` with all of the given threats. In a periodic box each is given as its image
    /// nearest to the position.
    #[inline]
    pub(super) fn for_each_of<'a>(
        &self,
        some: impl Iterator<Item = &'a Threat>,
        place: [f32; 3],
        mut visit: impl FnMut(&Threat),
    ) {
        match &self.periodic_box {
            None => some.for_each(visit),
            Some(periodic_box) => {
                some.for_each(|threat| visit(&threat.nearest_image(periodic_box, place)));
            }
        }
    }

    /// True if a position is within the radius of a threat that passes the test.
    pub(crate) fn is_any_near(&self, place: Vec3, test: impl Fn(&Threat) -> bool) -> bool {
        let mut is_any = false;
        self.for_each_near(place.into(), |threat| {
            is_any |= (place - Vec3::from(threat.point)).norm() < threat.radius && test(threat);
        });
        is_any
    }
}

#[cfg(test)]
mod tests;
