//! What the panel says of ways.

use super::shown::Shown;
use fyrox_flock::sim::ways::{Way, Ways};

/// Why no ways are shown.
pub(super) fn of_none(is_previewed: bool) -> &'static str {
    if is_previewed {
        "ways: no script that is selected, or that acts on the selected flock, finds its way. Switch on \
         its field finds_way"
    } else {
        "ways: the live preview finds them; switch it on"
    }
}

/// Cells, memory and time, and a line for each goal.
pub(super) fn of(shown: &[Shown]) -> String {
    let found = shown.iter().map(|it| &it.found);
    let error = found.clone().find_map(|it| it.error.as_ref());
    if let Some(error) = error {
        return format!("ways: {error}");
    }
    let ways = found.clone().find_map(|it| it.ways.as_deref());
    let seconds = found.filter_map(|it| it.seconds).next();
    let mut lines = vec![match ways {
        Some(ways) => of_field(ways, shown.len(), seconds.unwrap_or_default()),
        None => "ways: are being found".into(),
    }];
    lines.extend(shown.iter().map(Shown::text));
    lines.join("\n")
}

/// Cells, memory and time of the navigation field, and of ways to some goals.
fn of_field(ways: &Ways, count: usize, seconds: f32) -> String {
    let field = ways.field();
    let megabytes = (field.bytes() + count * ways.bytes()) as f32 / 1e6;
    format!(
        "ways: {} cells from {:.2} m on, {megabytes:.1} MB, found in {seconds:.2} s",
        field.cell_count(),
        field.finest_cell(),
    )
}

impl Shown {
    fn text(&self) -> String {
        let Some(ways) = &self.found.ways else {
            return format!("to {}: not yet", self.name);
        };
        let goals = ways.goals().len();
        let blocked = ways.unreachable().len();
        let mut text = match &self.way {
            _ if blocked == goals => "no body fits at the goal".to_string(),
            Some(way) => of_way(way),
            None => "no way from the boid".to_string(),
        };
        if blocked > 0 && blocked < goals {
            text += &format!("; no body fits at {blocked} of {goals} goals");
        }
        if let Some(share) = self.without.filter(|share| *share > 0.0) {
            text += &format!("; {:.0} % of the boids have none", 100.0 * share);
        }
        if self.found.next_at.is_some() {
            text += "; new ways are being found";
        }
        format!("to {}: {text}", self.name)
    }
}

fn of_way(way: &Way) -> String {
    let corners = way.points.len().saturating_sub(2);
    let s = if corners == 1 { "" } else { "s" };
    format!("{:.1} m from the boid, {corners} corner{s}", way.length)
}

#[cfg(test)]
mod tests {
    use super::{super::test_ways::ways, *};
    use fyrox_flock::sim::{
        influences::{FoundWays, WayError},
        ways::{Navigation, NavigationError},
        Vec3,
    };
    use std::sync::Arc;

    /// Ways to a goal, shown for a boid.
    fn shown(goal: Vec3, at: Vec3) -> Shown {
        let ways = ways(goal);
        Shown {
            name: "Food".into(),
            way: ways.way_from(at),
            found: FoundWays {
                ways: Some(Arc::new(ways)),
                seconds: Some(0.25),
                ..FoundWays::default()
            },
            without: Some(0.0),
        }
    }

    #[test]
    fn cells_and_the_way_of_the_boid_are_told() {
        let (goal, at) = (Vec3::new(4.0, 0.0, 0.0), Vec3::new(-4.0, 0.1, 0.0));
        let text = of(&[shown(goal, at)]);
        let lines: Vec<_> = text.lines().collect();
        assert!(lines[0].ends_with("MB, found in 0.25 s"), "{text}");
        assert!(lines[1].starts_with("to Food: 9."), "{text}");
        assert!(lines[1].contains(" m from the boid, "), "{text}");
        let near = of(&[shown(goal, Vec3::new(3.0, 0.0, 0.0))]);
        assert!(
            near.ends_with("to Food: 1.0 m from the boid, 0 corners"),
            "{near}"
        );
    }

    #[test]
    fn goals_without_a_way_are_told() {
        let (inside, outside) = (Vec3::zeros(), Vec3::new(-4.0, 0.1, 0.0));
        let mut cut_off = shown(inside, outside);
        cut_off.without = Some(0.75);
        let text = of(&[cut_off]);
        let expected = "to Food: no way from the boid; 75 % of the boids have none";
        assert!(text.ends_with(expected), "{text}");
        let text = of(&[shown(Vec3::new(2.0, 0.0, 0.0), outside)]);
        assert!(
            text.ends_with("to Food: no body fits at the goal"),
            "{text}"
        );
    }

    #[test]
    fn errors_and_ways_that_are_being_found_are_told() {
        let (goal, at) = (Vec3::new(4.0, 0.0, 0.0), Vec3::new(-4.0, 0.1, 0.0));
        let waiting = Shown {
            found: FoundWays::default(),
            way: None,
            ..shown(goal, at)
        };
        assert_eq!(of(&[waiting]), "ways: are being found\nto Food: not yet");
        let mut failed = shown(goal, at);
        let too_many = NavigationError::TooManyCells(Navigation::new(0.3));
        failed.found.error = Some(WayError::Field(too_many));
        assert_eq!(of(&[failed]), format!("ways: {too_many}"));
        assert!(of_none(true).contains("finds_way"));
        assert!(of_none(false).contains("live preview"));
    }
}
