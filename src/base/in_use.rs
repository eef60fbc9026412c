//! Values that several owners share; a value is dropped with its last owner.

use std::collections::HashMap;
use std::hash::Hash;
use std::sync::{Arc, Mutex, PoisonError, Weak};

/// A table of shared values by key. It holds weak references, so a value lives only as long as somebody uses it.
#[derive(Debug)]
pub struct InUse<K, V: ?Sized>(Mutex<HashMap<K, Weak<V>>>);

impl<K, V: ?Sized> Default for InUse<K, V> {
    fn default() -> Self {
        Self(Mutex::default())
    }
}

impl<K: Eq + Hash, V: ?Sized> InUse<K, V> {
    /// Returns the value of `key`; calls `make` if nobody uses that value now.
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
