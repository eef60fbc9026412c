//! Variants that are made from another one for a player's pieces, a diagram or a set-up, and shared as long as somebody uses them.

use std::any::Any;
use std::collections::HashMap;
use std::hash::Hash;
use std::sync::{Arc, Mutex, PoisonError, Weak};

/// The variants in use that were derived from one variant, by what they were derived for. It keeps none of them alive.
/// Their type is not named, since variants own such maps.
#[derive(Debug)]
pub struct Derived<K>(Mutex<HashMap<K, Weak<dyn Any + Send + Sync>>>);

impl<K> Default for Derived<K> {
    fn default() -> Self {
        Self(Mutex::default())
    }
}

impl<K: Eq + Hash> Derived<K> {
    /// The variant of a key, made if it is not in use.
    ///
    /// # Errors
    /// That of `make`.
    pub fn get_or_make<V: Any + Send + Sync, E>(
        &self,
        key: K,
        make: impl FnOnce() -> Result<V, E>,
    ) -> Result<Arc<V>, E> {
        let mut in_use = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let known = in_use.get(&key).and_then(Weak::upgrade);
        if let Some(Ok(variant)) = known.map(Arc::downcast) {
            return Ok(variant);
        }
        in_use.retain(|_, variant| variant.strong_count() > 0);
        let variant = Arc::new(make()?);
        let shared: Arc<dyn Any + Send + Sync> = Arc::clone(&variant) as _;
        in_use.insert(key, Arc::downgrade(&shared));
        Ok(variant)
    }
}
