//! Lockstep over UDP, for the recipe `two-players`: each player's machine simulates the whole game,
//! and the players exchange only their inputs. A step is made when the inputs of both players for
//! this step are known, so all machines compute the same bits.

use fyrox_flock::sim::{
    saving::Snapshot,
    settings::{Preset, Spawn},
    threats::Scare,
    Flock, Placement, Settings, Vec3,
};
use serde::{Deserialize, Serialize};
use std::{
    collections::BTreeMap,
    error::Error,
    net::{SocketAddr, UdpSocket},
};

/// An input acts this number of steps after it was made, which is the time for its way to the other
/// player: at 60 steps a second, 3 steps are 50 ms.
const DELAY: u64 = 3;

/// What a player does in a step: the point that the player strikes, if any.
pub type Input = Option<Vec3>;

/// A datagram. It may be lost, or arrive late: the next one repeats what is needed.
#[derive(Serialize, Deserialize)]
enum Message {
    /// The sender wants to join the game.
    Join,
    /// The inputs of the sender by the number of their step, and the hash of its state before a
    /// step.
    Inputs {
        inputs: BTreeMap<u64, Input>,
        step: u64,
        hash: u64,
    },
    /// The state of the first player before a step. The inputs of the second player count from the
    /// step `first` on. A game with thousands of boids sends a snapshot in parts, or over TCP.
    State {
        step: u64,
        snapshot: Box<Snapshot>,
        first: u64,
    },
}

/// The machine of one player.
pub struct Player {
    /// The first player owns the game: a joining player gets its state, and so does a player whose
    /// state differs.
    is_first: bool,
    socket: UdpSocket,
    other: SocketAddr,
    flock: Option<Flock>,
    /// Number of the next step.
    step: u64,
    /// The step from which the inputs of the second player count; `None` until that player joins.
    first: Option<u64>,
    own: BTreeMap<u64, Input>,
    others: BTreeMap<u64, Input>,
    /// The hash of the state before each of the last steps.
    hashes: BTreeMap<u64, u64>,
    /// Number of states that replaced one that differed.
    healed: u32,
}

impl Player {
    /// Two players on this machine. The second one joins in its first [`Player::update`].
    pub fn two(count: u32) -> Result<[Self; 2], Box<dyn Error>> {
        let bind = || UdpSocket::bind("127.0.0.1:0");
        let (one, two) = (bind()?, bind()?);
        let addresses = (one.local_addr()?, two.local_addr()?);
        let mut settings: Settings = Preset::FishTank.settings();
        settings.spawn = Spawn {
            count,
            ..settings.spawn
        };
        let flock = Flock::new(settings, Placement::default(), Default::default())?;
        let first = Self::new(one, addresses.1, Some(flock))?;
        Ok([first, Self::new(two, addresses.0, None)?])
    }

    fn new(socket: UdpSocket, other: SocketAddr, flock: Option<Flock>) -> std::io::Result<Self> {
        socket.set_nonblocking(true)?;
        Ok(Self {
            is_first: flock.is_some(),
            socket,
            other,
            flock,
            step: 0,
            first: None,
            own: BTreeMap::new(),
            others: BTreeMap::new(),
            hashes: BTreeMap::new(),
            healed: 0,
        })
    }

    /// The player's copy of the flock, once it has joined.
    pub fn flock(&self) -> Option<&Flock> {
        self.flock.as_ref()
    }

    /// Damages the state of this player: it loses a fish, and tells nobody.
    pub fn lose_a_fish(&mut self) {
        if let Some(flock) = &mut self.flock {
            let fish = flock.boids().next().map(|boid| boid.id);
            fish.map(|fish| flock.remove(fish));
        }
    }

    /// Number of steps made.
    pub fn step(&self) -> u64 {
        self.step
    }

    /// Number of times that this player got the other's state because its own differed.
    pub fn healed(&self) -> u32 {
        self.healed
    }

    /// True if both players had the same state before the last step that both have reached.
    pub fn agrees_with(&self, other: &Self) -> bool {
        let step = self.step.min(other.step);
        let hash = self.hashes.get(&step);
        hash.is_some() && hash == other.hashes.get(&step)
    }

    /// Exchanges messages, and makes the next step if the inputs for it are known. Call it in each
    /// frame of 1/60 s, with the input of the player. The input is ignored while the game waits
    /// for the other player.
    pub fn update(&mut self, input: Input) -> Result<(), Box<dyn Error>> {
        self.receive()?;
        if self.flock.is_none() {
            return self.send(&Message::Join);
        }
        self.note_hash();
        self.own.entry(self.step + DELAY).or_insert(input);
        self.send_inputs()?;
        self.make_step()
    }

    fn receive(&mut self) -> Result<(), Box<dyn Error>> {
        let mut bytes = vec![0; 65_536];
        while let Ok((length, sender)) = self.socket.recv_from(&mut bytes) {
            if sender != self.other {
                continue;
            }
            match ron::de::from_bytes(&bytes[..length])? {
                Message::Join => self.send_state()?,
                Message::Inputs { inputs, step, hash } => {
                    self.others.extend(inputs);
                    let own = self.hashes.get(&step);
                    if self.is_first && own.is_some_and(|own| *own != hash) {
                        self.send_state()?;
                    }
                }
                Message::State {
                    step,
                    snapshot,
                    first,
                } => {
                    self.take_state(step, &snapshot, first)?;
                }
            }
        }
        Ok(())
    }

    fn send(&self, message: &Message) -> Result<(), Box<dyn Error>> {
        let text = ron::to_string(message)?;
        self.socket.send_to(text.as_bytes(), self.other)?;
        Ok(())
    }

    /// Repeats the inputs that the other player may still need.
    fn send_inputs(&mut self) -> Result<(), Box<dyn Error>> {
        let oldest = self.step.saturating_sub(2 * DELAY);
        self.own.retain(|step, _| *step >= oldest);
        self.others.retain(|step, _| *step >= oldest);
        self.hashes.retain(|step, _| *step >= oldest);
        self.send(&Message::Inputs {
            inputs: self.own.clone(),
            step: self.step,
            hash: self.hashes[&self.step],
        })
    }

    fn send_state(&mut self) -> Result<(), Box<dyn Error>> {
        let Some(flock) = &self.flock else {
            return Ok(());
        };
        let first = *self.first.get_or_insert(self.step + DELAY);
        self.send(&Message::State {
            step: self.step,
            snapshot: Box::new(flock.snapshot()),
            first,
        })
    }

    fn take_state(
        &mut self,
        step: u64,
        snapshot: &Snapshot,
        first: u64,
    ) -> Result<(), Box<dyn Error>> {
        let flock = Flock::restore(snapshot, Default::default())?;
        let own = self.hashes.get(&step);
        if own == Some(&flock.state_hash()) {
            // A second answer to the same difference.
            return Ok(());
        }
        self.healed += u32::from(self.flock.is_some());
        (self.flock, self.step, self.first) = (Some(flock), step, Some(first));
        self.hashes.clear();
        self.note_hash();
        Ok(())
    }

    fn note_hash(&mut self) {
        if let Some(flock) = &self.flock {
            self.hashes.insert(self.step, flock.state_hash());
        }
    }

    fn make_step(&mut self) -> Result<(), Box<dyn Error>> {
        let (Some(inputs), Some(flock)) = (self.inputs(), &mut self.flock) else {
            return Ok(());
        };
        for point in inputs.into_iter().flatten() {
            flock.scare(Scare {
                point,
                radius: 2.0,
                strength: 30.0,
                decay: 0.5,
            })?;
        }
        flock.step();
        self.step += 1;
        self.note_hash();
        Ok(())
    }

    /// The inputs of the first and of the second player for the next step; `None` if one of them
    /// has not arrived yet.
    fn inputs(&self) -> Option<[Input; 2]> {
        let (one, two) = match self.is_first {
            true => (&self.own, &self.others),
            false => (&self.others, &self.own),
        };
        // The first player's inputs begin at step `DELAY`, the second player's at `first`.
        let needs_one = self.step >= DELAY;
        let needs_two = self.first.is_some_and(|first| self.step >= first);
        let of = |inputs: &BTreeMap<u64, Input>, is_needed| match is_needed {
            true => inputs.get(&self.step).copied(),
            false => Some(None),
        };
        Some([of(one, needs_one)?, of(two, needs_two)?])
    }
}
