//! Values that several owners share, and that live as long as one of the owners.

use std::collections::HashMap;
use std::hash::Hash;
use std::sync::{Arc, Mutex, PoisonError, Weak};

/// The values in use, by key, held by weak references.
#[derive(Debug)]
pub struct InUse<K, V: ?Sized>(Mutex<HashMap<K, Weak<V>>>);

impl<K, V: ?Sized> Default for InUse<K, V> {
    fn default() -> Self {
        Self(Mutex::default())
    }
}

impl<K: Eq + Hash, V: ?Sized> InUse<K, V> {
    /// The value of a key, made if it is not in use.
    ///
    /// # Errors
    /// The error of `make`.
    pub fn get_or_make<E>(
        &self,
        key: K,
        make: impl FnOnce() -> Result<Arc<V>, E>,
    ) -> Result<Arc<V>, E> {
        let mut in_use = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(value) = in_use.get(&key).and_then(Weak::upgrade) {
            return Ok(value);
        }
        in_use.retain(|_, value| value.strong_count() > 0);
        let value = make()?;
        in_use.insert(key, Arc::downgrade(&value));
        Ok(value)
    }
}
