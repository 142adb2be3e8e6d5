//! Nodes of a scene in the order of their handles.

use fyrox::{core::pool::Handle, scene::node::Node};

/// Nodes in the order of their handles, so that they are visited in the same order in every run.
#[derive(Clone, Debug, Default)]
pub(super) struct NodeList(Vec<Handle<Node>>);

impl NodeList {
    pub(super) fn add(&mut self, node: Handle<Node>) {
        // A removed node may have left its index to this one.
        match self.0.binary_search_by_key(&node.index(), |it| it.index()) {
            Ok(place) => self.0[place] = node,
            Err(place) => self.0.insert(place, node),
        }
    }

    pub(super) fn retain(&mut self, keep: impl FnMut(&Handle<Node>) -> bool) {
        self.0.retain(keep);
    }

    pub(super) fn iter(&self) -> impl Iterator<Item = &Handle<Node>> {
        self.0.iter()
    }

    pub(super) fn len(&self) -> usize {
        self.0.len()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nodes_are_in_order_and_new_ones_replace_those_that_are_gone() {
        let mut list = NodeList::default();
        for (index, generation) in [(3, 1), (1, 1), (2, 5), (3, 2), (1, 1)] {
            list.add(Handle::new(index, generation));
        }
        let expected: [Handle<Node>; 3] = [(1, 1), (2, 5), (3, 2)].map(|(i, g)| Handle::new(i, g));
        assert_eq!(list.0, expected);
        list.retain(|node| node.index() > 1);
        assert_eq!(list.len(), 2);
    }
}
