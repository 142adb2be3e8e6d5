//! Advice on fear, panic and hunting.

use super::list::List;
use crate::settings::{Fear, Hunting, Panic};

pub(super) fn fear(list: &mut List) {
    let Fear {
        enabled,
        weight,
        slow,
        fast,
        ..
    } = list.settings.fear;
    list.number(
        enabled && weight <= 0.0,
        "fear.weight",
        Fear::default().weight,
        format_args!("boids do not flee from the threats that they see"),
    );
    list.number(
        enabled && slow > fast,
        "fear.slow",
        fast.min(Fear::default().slow),
        format_args!(
            "it is above fear.fast, {fast}, so boids neither turn nor part around threats"
        ),
    );
}

pub(super) fn panic(list: &mut List) {
    let Panic {
        enabled,
        latency,
        turn_time,
        return_time,
        deaf_time,
        ..
    } = list.settings.panic;
    list.number(
        enabled && return_time < turn_time,
        "panic.return_time",
        2.2 * turn_time,
        format_args!("panic.turn_time is {turn_time} s, so boids do not turn back"),
    );
    let longest = return_time.max(turn_time).max(latency);
    list.number(
        enabled && deaf_time < longest,
        "panic.deaf_time",
        5.0 * longest,
        format_args!("boids panic anew before their panic is over, and waves run back and forth"),
    );
}

pub(super) fn hunting(list: &mut List) {
    let Hunting {
        enabled,
        exposed,
        lost,
        attack_time,
        catch_distance,
        ..
    } = list.settings.hunting;
    list.number(
        enabled && lost > exposed,
        "hunting.lost",
        0.6 * exposed,
        format_args!("it is above hunting.exposed, {exposed}, so prey is lost as it is chosen"),
    );
    list.number(
        enabled && attack_time <= 0.0,
        "hunting.attack_time",
        Hunting::default().attack_time,
        format_args!("attacks are over before they begin"),
    );
    list.number(
        enabled && catch_distance <= 0.0,
        "hunting.catch_distance",
        Hunting::default().catch_distance,
        format_args!("no prey is ever caught"),
    );
}
