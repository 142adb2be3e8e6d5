//! Navigation fields in use. Flocks whose bodies have the same radius share one field of a level.

use super::{error::NavigationError, field::NavigationField, options::Navigation};
use crate::geometry::Geometry;
use std::sync::{Arc, LazyLock, Mutex, PoisonError, Weak};

/// A field in use, or one that is being made.
struct Known {
    geometry: Weak<Geometry>,
    navigation: Navigation,
    /// Locked while the field is made, so others wait for it.
    field: Arc<Mutex<Weak<NavigationField>>>,
}

impl Known {
    /// True if the field is in use or being made.
    fn is_needed(&self) -> bool {
        let is_made = || Arc::strong_count(&self.field) > 1;
        let field = self.field.try_lock();
        is_made() || field.is_ok_and(|field| field.strong_count() > 0)
    }
}

/// The fields of the process.
static KNOWN: LazyLock<Mutex<Vec<Known>>> = LazyLock::new(Mutex::default);

impl NavigationField {
    /// The field of a level for these options: the one in use, or else a new one. What it returns soon
    /// after `is_wanted` has returned false is incomplete.
    ///
    /// # Errors
    /// As [`NavigationField::new`].
    pub(crate) fn shared(
        geometry: &Arc<Geometry>,
        navigation: Navigation,
        is_wanted: &(dyn Fn() -> bool + Sync),
    ) -> Result<Arc<Self>, NavigationError> {
        let slot = slot_of(geometry, navigation);
        let mut slot = slot.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(field) = slot.upgrade() {
            return Ok(field);
        }
        let field = Arc::new(Self::while_wanted(geometry, navigation, is_wanted)?);
        // Nobody else may get an incomplete one.
        if is_wanted() {
            *slot = Arc::downgrade(&field);
        }
        Ok(field)
    }
}

/// Where the field of a level for these options is kept.
fn slot_of(geometry: &Arc<Geometry>, navigation: Navigation) -> Arc<Mutex<Weak<NavigationField>>> {
    let mut known = KNOWN.lock().unwrap_or_else(PoisonError::into_inner);
    // As long as there is a weak reference, no other geometry has the same address. The caller of a
    // field that is being made holds its slot.
    known.retain(|it| it.is_needed());
    let is_same = |it: &&Known| {
        it.navigation == navigation && Weak::as_ptr(&it.geometry) == Arc::as_ptr(geometry)
    };
    if let Some(same) = known.iter().find(is_same) {
        return same.field.clone();
    }
    let field = Arc::default();
    known.push(Known {
        geometry: Arc::downgrade(geometry),
        navigation,
        field: Arc::clone(&field),
    });
    field
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::geometry::shapes;
    use std::sync::atomic::{AtomicU32, Ordering};

    fn shared(geometry: &Arc<Geometry>, radius: f32) -> Arc<NavigationField> {
        NavigationField::shared(geometry, Navigation::new(radius), &|| true).unwrap()
    }

    #[test]
    fn a_field_that_is_no_longer_wanted_is_not_shared() {
        let geometry = Arc::new(Geometry::new(&shapes::ball(1.0, 1)).0);
        let navigation = Navigation::new(0.2);
        assert!(NavigationField::shared(&geometry, navigation, &|| false).is_err());
        let asked = AtomicU32::new(0);
        let is_wanted = || asked.fetch_add(1, Ordering::Relaxed) < 40;
        let partial = NavigationField::shared(&geometry, navigation, &is_wanted);
        let whole = shared(&geometry, 0.2);
        assert!(partial.is_err() || !Arc::ptr_eq(&partial.unwrap(), &whole));
        assert!(whole.cell_count() > 100);
    }

    #[test]
    fn flocks_of_one_level_share_a_field_as_long_as_one_uses_it() {
        let geometry = Arc::new(Geometry::new(&shapes::ball(1.0, 1)).0);
        let make = |radius| shared(&geometry, radius);
        let field = make(0.2);
        assert!(Arc::ptr_eq(&field, &make(0.2)));
        assert!(!Arc::ptr_eq(&field, &make(0.3)));
        let other = Arc::new((*geometry).clone());
        let of_other = shared(&other, 0.2);
        assert!(!Arc::ptr_eq(&field, &of_other));
        let gone = Arc::downgrade(&field);
        drop(field);
        assert!(gone.upgrade().is_none());
        assert_eq!(make(0.2).cell_count(), of_other.cell_count());
    }
}
