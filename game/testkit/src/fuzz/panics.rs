//! Panics of a check as messages.

use std::{
    any::Any,
    cell::RefCell,
    panic::{self, AssertUnwindSafe},
    sync::Once,
};

thread_local! {
    /// The message of the last panic on this thread, with its place; `None` outside of `caught`.
    static MESSAGE: RefCell<Option<String>> = const { RefCell::new(None) };
}

static HOOK: Once = Once::new();

/// Calls a function. A panic becomes its message with its place, and is not printed. A panic on a
/// thread that the function uses is printed as usual; its message comes without the place.
pub fn caught<T>(call: impl FnOnce() -> T) -> Result<T, String> {
    HOOK.call_once(keep_messages);
    MESSAGE.set(Some(String::new()));
    let result = panic::catch_unwind(AssertUnwindSafe(call));
    let message = MESSAGE.take().unwrap_or_default();
    result.map_err(|panic| {
        if message.is_empty() {
            text_of(&panic)
        } else {
            message
        }
    })
}

/// Lets panics on threads that are in `caught` be kept instead of printed.
fn keep_messages() {
    let usual = panic::take_hook();
    panic::set_hook(Box::new(move |info| {
        let is_kept = MESSAGE.with_borrow_mut(|message| {
            let is_wanted = message.is_some();
            *message = is_wanted.then(|| info.to_string());
            is_wanted
        });
        if !is_kept {
            usual(info);
        }
    }));
}

fn text_of(panic: &Box<dyn Any + Send>) -> String {
    let text = panic.downcast_ref::<String>().cloned();
    let text = text.or_else(|| panic.downcast_ref::<&str>().map(|text| text.to_string()));
    text.unwrap_or_else(|| "a panic without a message".into())
}
