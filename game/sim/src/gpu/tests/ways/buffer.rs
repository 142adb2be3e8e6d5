//! Tests of what is written to the buffer with the ways.

use super::{field, field_for, finding, motions, target, terms};
use crate::{
    gpu::{influences::InfluenceBuffers, tests::device::gpu},
    math::Vec3,
    steering::influences::terms::InfluenceTerms,
};

/// The words of the buffer.
fn words(buffers: &InfluenceBuffers) -> Vec<u32> {
    let fields = &buffers.fields.fields;
    gpu().read(fields, fields.size() as usize / 4).unwrap()
}

#[test]
fn ways_to_a_goal_that_moved_replace_only_those_before() {
    let (left, right) = (Vec3::new(-3.0, -0.5, -1.0), Vec3::new(3.0, 0.5, -1.0));
    let motion = &motions()[0];
    let ways = |point| finding(target(point), field());
    let (stays, before, after) = (ways(right), ways(left), ways(left + Vec3::x()));
    let (before, after) = (
        terms(&[stays.clone(), before], motion),
        terms(&[stays.clone(), after], motion),
    );
    let write = |buffers: &mut InfluenceBuffers, terms| {
        buffers.write(gpu(), terms, None, 1).unwrap();
    };
    let mut fresh = InfluenceBuffers::new(gpu()).unwrap();
    write(&mut fresh, &after);
    let mut buffers = InfluenceBuffers::new(gpu()).unwrap();
    write(&mut buffers, &before);
    let buffer = buffers.fields.fields.clone();
    // Marks a word of the octree and one of the ways that stay.
    let next_words = stays.1.unwrap().packed().len();
    let first = buffers.fields.ways_of(&before.terms[0]).first_next as usize;
    let marked = [0, first + next_words - 1];
    for word in marked {
        gpu().write_from(&buffer, word, &[u32::MAX - 7]);
    }
    write(&mut buffers, &after);
    assert_eq!(buffers.fields.fields, buffer);
    let (mut expected, found) = (words(&fresh), words(&buffers));
    for word in marked {
        expected[word] = u32::MAX - 7;
    }
    assert_eq!(found, expected);
    let ways_of = |it: &InfluenceTerms| [0, 1].map(|term| buffers.fields.ways_of(&it.terms[term]));
    assert!(ways_of(&after).iter().all(|ways| ways.finest > 0.0));
}

/// More ways need other places in the buffer.
#[test]
fn ways_that_join_and_leave_are_written() {
    let motion = &motions()[0];
    let first = finding(target(Vec3::new(-3.0, -0.5, -1.0)), field());
    let second = finding(target(Vec3::new(3.0, 0.5, -1.0)), &field_for(0.4));
    let mut buffers = InfluenceBuffers::new(gpu()).unwrap();
    for influences in [
        vec![first.clone()],
        vec![first.clone(), second.clone()],
        vec![second.clone(), first.clone()],
        vec![second],
    ] {
        let terms = terms(&influences, motion);
        buffers.write(gpu(), &terms, None, 1).unwrap();
        let found = words(&buffers);
        for (term, (_, ways)) in terms.terms.iter().zip(&influences) {
            let (placed, ways) = (buffers.fields.ways_of(term), ways.as_ref().unwrap());
            let octree = ways.field().packed();
            for (first, part) in [
                (placed.first_root, octree.root_nodes),
                (placed.first_children, octree.children),
                (placed.first_next, ways.packed()),
            ] {
                assert_eq!(found[first as usize..][..part.len()], *part);
            }
        }
    }
}
