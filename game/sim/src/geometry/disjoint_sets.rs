//! Disjoint sets of triangles (union-find) that also keep the relative winding of their members.

/// Disjoint sets of triangles.
pub(super) struct DisjointSets {
    parents: Vec<u32>,
    /// True for triangles wound opposite to their parent.
    is_turned: Vec<bool>,
}

impl DisjointSets {
    /// Sets of one triangle each.
    pub(super) fn new(count: usize) -> Self {
        Self {
            parents: (0..count as u32).collect(),
            is_turned: vec![false; count],
        }
    }

    /// Representative of the triangle's set, and true if the two are wound differently.
    pub(super) fn root(&mut self, mut triangle: u32) -> (u32, bool) {
        let mut is_turned = false;
        while self.parents[triangle as usize] != triangle {
            // Path halving (van Leeuwen). A root has its own winding, so that the XOR is right for
            // its children too.
            let parent = self.parents[triangle as usize];
            self.is_turned[triangle as usize] ^= self.is_turned[parent as usize];
            self.parents[triangle as usize] = self.parents[parent as usize];
            is_turned ^= self.is_turned[triangle as usize];
            triangle = self.parents[triangle as usize];
        }
        (triangle, is_turned)
    }

    /// Joins two sets; `a` and `b` are wound differently if `is_turned`. False if they are in one
    /// set already with the opposite relation.
    pub(super) fn join(&mut self, a: u32, b: u32, is_turned: bool) -> bool {
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
        // Every third one is wound the other way.
        let is_turned = |n: u32| n.is_multiple_of(3);
        let mut sets = DisjointSets::new(1000);
        for step in [512, 3, 64, 7, 1] {
            for n in 0..1000 - step {
                assert!(sets.join(n, n + step, is_turned(n) != is_turned(n + step)));
            }
        }
        for n in 0..1000 {
            assert_eq!(sets.root(n), (0, !is_turned(n)), "{n}");
        }
        assert!(!sets.join(3, 4, false));
        assert!(sets.join(3, 4, true));
    }
}
