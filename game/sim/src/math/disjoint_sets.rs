//! Disjoint sets (union-find) that also keep for each member whether it is reversed against others,
//! for the winding of triangles.

/// Disjoint sets of numbered members. The lowest number of a set is its representative.
pub(crate) struct DisjointSets {
    parents: Vec<u32>,
    /// True for members that are reversed against their parent.
    is_turned: Vec<bool>,
}

impl DisjointSets {
    /// `count` sets with one member each.
    pub(crate) fn new(count: usize) -> Self {
        Self {
            parents: (0..count as u32).collect(),
            is_turned: vec![false; count],
        }
    }

    /// Representative of the member's set, and true if the member is reversed against it.
    pub(crate) fn root(&mut self, mut member: u32) -> (u32, bool) {
        let mut is_turned = false;
        while self.parents[member as usize] != member {
            // Path halving (van Leeuwen). A root is not reversed against itself, so the XOR is
            // correct for its children too.
            let parent = self.parents[member as usize];
            self.is_turned[member as usize] ^= self.is_turned[parent as usize];
            self.parents[member as usize] = self.parents[parent as usize];
            is_turned ^= self.is_turned[member as usize];
            member = self.parents[member as usize];
        }
        (member, is_turned)
    }

    /// Joins two sets, none of `a` and `b` turned round. False if they are in one set already with the
    /// opposite relation.
    pub(crate) fn join(&mut self, a: u32, b: u32) -> bool {
        self.join_turned(a, b, false)
    }

    /// As [`join`](Self::join); one of `a` and `b` is turned round if `is_turned`.
    pub(crate) fn join_turned(&mut self, a: u32, b: u32, is_turned: bool) -> bool {
        let ((a, a_is_turned), (b, b_is_turned)) = (self.root(a), self.root(b));
        let is_turned = is_turned ^ a_is_turned ^ b_is_turned;
        if a == b {
            return !is_turned;
        }
        self.parents[a.max(b) as usize] = a.min(b);
        self.is_turned[a.max(b) as usize] = is_turned;
        true
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn members_know_how_they_are_wound_whatever_the_order_in_which_they_joined() {
        // Every third member has reversed winding.
        let is_turned = |n: u32| n.is_multiple_of(3);
        let mut sets = DisjointSets::new(1000);
        for step in [512, 3, 64, 7, 1] {
            for n in 0..1000 - step {
                assert!(sets.join_turned(n, n + step, is_turned(n) != is_turned(n + step)));
            }
        }
        for n in 0..1000 {
            assert_eq!(sets.root(n), (0, !is_turned(n)), "{n}");
        }
        assert!(!sets.join(3, 4));
        assert!(sets.join_turned(3, 4, true));
    }
}
