//! One geometry for all flocks of a scene that select the same solids.

use super::scene_geometry::SceneGeometry;
use crate::{
    geometry::{OwnedQuery, SolidQuery},
    node_frame::NodeFrame,
};
use fyrox::core::algebra::Vector3;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, Weak};

/// A geometry that is shared by flocks. It is dropped with the last of them.
#[derive(Clone, Default)]
pub(super) struct SharedGeometry(Arc<Mutex<SceneGeometry>>);

impl SharedGeometry {
    pub(super) fn lock(&self) -> MutexGuard<'_, SceneGeometry> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn has_one_user(&self) -> bool {
        Arc::strong_count(&self.0) == 1
    }
}

/// The geometries of a scene.
#[derive(Default)]
pub(super) struct Geometries(Vec<Weak<Mutex<SceneGeometry>>>);

impl Geometries {
    /// Updates `held` to the geometry for a query in some coordinates. A flock that does not share its
    /// geometry keeps it and changes its query, so that the old geometry stays in use until the new
    /// one is built.
    pub(super) fn update(
        &mut self,
        held: &mut Option<SharedGeometry>,
        query: &SolidQuery,
        within: &NodeFrame,
    ) {
        if let Some(held) = held {
            if held.lock().is_of(query, within) {
                return;
            }
        }
        if let Some(known) = self.find(query, within) {
            *held = Some(known);
            return;
        }
        let alone = held.take().filter(SharedGeometry::has_one_user);
        let geometry = alone.unwrap_or_else(|| {
            let new = SharedGeometry::default();
            self.0.push(Arc::downgrade(&new.0));
            new
        });
        geometry.lock().set_query(OwnedQuery::new(query), within);
        *held = Some(geometry);
    }

    /// Takes a shift of the whole scene into account.
    pub(super) fn shift(&mut self, by: &Vector3<f64>) {
        for known in self.0.iter().filter_map(Weak::upgrade) {
            SharedGeometry(known).lock().shift(by);
        }
    }

    fn find(&mut self, query: &SolidQuery, within: &NodeFrame) -> Option<SharedGeometry> {
        self.0.retain(|known| known.strong_count() > 0);
        let mut known = self.0.iter().filter_map(Weak::upgrade).map(SharedGeometry);
        known.find(|known| known.lock().is_of(query, within))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use fyrox::scene::collider::{BitMask, InteractionGroups};

    fn query(group: u32) -> SolidQuery<'static> {
        SolidQuery {
            groups: InteractionGroups::new(BitMask(group), BitMask(group)),
            ..SolidQuery::default()
        }
    }

    /// Updates a geometry to a query in the coordinates of the scene.
    fn choose(geometries: &mut Geometries, held: &mut Option<SharedGeometry>, group: u32) {
        geometries.update(held, &query(group), &NodeFrame::default());
    }

    fn is_same(a: &Option<SharedGeometry>, b: &Option<SharedGeometry>) -> bool {
        Arc::ptr_eq(&a.as_ref().unwrap().0, &b.as_ref().unwrap().0)
    }

    #[test]
    fn equal_queries_have_one_geometry() {
        let mut geometries = Geometries::default();
        let [mut a, mut b, mut c] = [None, None, None];
        choose(&mut geometries, &mut a, 1);
        choose(&mut geometries, &mut b, 1);
        choose(&mut geometries, &mut c, 2);
        assert!(is_same(&a, &b) && !is_same(&a, &c));

        // A flock that shares a geometry gets another one; a flock that does not keeps its own.
        let (before_b, before_c) = (b.clone(), c.clone());
        choose(&mut geometries, &mut b, 3);
        assert!(is_same(&a, &before_b) && !is_same(&a, &b));
        drop((before_b, before_c));
        let weak = Arc::downgrade(&c.as_ref().unwrap().0);
        choose(&mut geometries, &mut c, 4);
        assert!(weak.ptr_eq(&Arc::downgrade(&c.as_ref().unwrap().0)));

        // Back to the geometry that exists.
        choose(&mut geometries, &mut b, 1);
        assert!(is_same(&a, &b));
        (a, b) = (None, None);
        choose(&mut geometries, &mut a, 4);
        assert!(is_same(&a, &c));
        assert!(b.is_none() && geometries.0.len() == 1);
    }
}
