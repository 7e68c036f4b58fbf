//! The distance of a position from being obviously lost.

use bouton_core::{LimitReached, MemoryShare, Watch};
use rustc_hash::FxHashMap;

use super::is_paired_up;

/// Three distances of a Nim position from the paired-up ones.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Distance {
    /// The number of moves, when both play well, until the player to move faces a paired-up
    /// position: the winner hurries, the loser delays. Even for lost positions and odd for won
    /// ones.
    pub moves: u32,
    /// The least number of heaps that must be changed to pair all up, by either player: half the
    /// number of sizes that occur an odd number of times, rounded up.
    pub heaps: usize,
    /// The least number of objects that must be taken away to pair all up: the
    /// alternating sum of the sorted sizes.
    pub objects: u64,
}

/// The reason why a distance was not computed.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum DistanceError {
    /// More positions than allowed had to be visited.
    #[error("more than {limit} positions lie below this one: raise the limit or ask for fewer objects")]
    Limit {
        /// The number of positions allowed.
        limit: usize,
    },
    /// Time or memory.
    #[error("{0}")]
    Stopped(#[from] LimitReached),
}

/// The distance of a position from being obviously lost. At most `limit` positions are visited.
///
/// The number of moves is that of the game that ends where the heaps are paired up (there the
/// mirroring strategy takes over): 0 there; else for a won position 1 + the least distance of the
/// lost positions among its options, and for a lost position 1 + the greatest distance of its
/// options. No closed form is known here: it is computed from this definition.
///
/// # Errors
///
/// If more than `limit` positions would be needed.
///
/// # Examples
///
/// ```
/// use bouton_theory::nim::distance;
///
/// let found = distance(&[1, 2, 3], 1000).unwrap();
/// assert_eq!((found.moves, found.heaps, found.objects), (2, 2, 2));
/// ```
pub fn distance(heaps: &[u64], limit: usize) -> Result<Distance, DistanceError> {
    distance_within(heaps, limit, &Watch::unlimited())
}

/// Like [`distance`], under a watch.
///
/// # Errors
///
/// As [`distance`], and [`DistanceError::Stopped`].
pub fn distance_within(heaps: &[u64], limit: usize, watch: &Watch) -> Result<Distance, DistanceError> {
    let mut sorted: Vec<u64> = heaps.iter().copied().filter(|&heap| heap > 0).collect();
    sorted.sort_unstable();
    let moves = Search::new(limit, watch).moves(&sorted)?;
    Ok(Distance { moves, heaps: odd_sizes(&sorted).div_ceil(2), objects: alternating_sum(&sorted) })
}

/// The lost positions that are farthest from being obviously lost.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FarthestPositions {
    /// Their distance in moves.
    pub moves: u32,
    /// The positions, smallest heap first.
    pub positions: Vec<Vec<u64>>,
}

/// Among the lost positions of at most `heaps` heaps, none larger than
/// `largest`, those whose distance in moves is greatest.
///
/// # Errors
///
/// If more than `limit` positions would be visited.
///
/// # Examples
///
/// ```
/// use bouton_theory::nim::farthest_positions;
///
/// let farthest = farthest_positions(3, 7, 10_000).unwrap();
/// assert_eq!(farthest.moves, 8);
/// assert_eq!(farthest.positions, [[2, 5, 7], [3, 4, 7], [3, 5, 6]]);
/// ```
pub fn farthest_positions(
    heaps: usize,
    largest: u64,
    limit: usize,
) -> Result<FarthestPositions, DistanceError> {
    farthest_positions_within(heaps, largest, limit, &Watch::unlimited())
}

/// Like [`farthest_positions`], under a watch.
///
/// # Errors
///
/// As [`farthest_positions`], and [`DistanceError::Stopped`].
pub fn farthest_positions_within(
    heaps: usize,
    largest: u64,
    limit: usize,
    watch: &Watch,
) -> Result<FarthestPositions, DistanceError> {
    let mut search = Search::new(limit, watch);
    // As they are found, and as a document.
    let (mut farthest, mut positions) = (0, watch.gather(3));
    let mut batch = watch.batch();
    let mut looked_at = 0;
    for count in 0..=heaps {
        if largest == 0 && count > 0 {
            break;
        }
        let mut position = vec![1; count];
        loop {
            looked_at += 1;
            batch.spend(1 + count as u64 / 32)?;
            if looked_at > limit {
                return Err(DistanceError::Limit { limit });
            }
            if position.iter().fold(0, |sum, heap| sum ^ heap) == 0 {
                let moves = search.moves(&position)?;
                if moves > farthest {
                    farthest = moves;
                    positions.clear();
                }
                if moves == farthest {
                    positions.push(position.clone())?;
                }
            }
            // The next sorted position: raise the last heap that can be raised.
            let Some(index) = position.iter().rposition(|&heap| heap < largest) else { break };
            let raised = position[index] + 1;
            position[index..].fill(raised);
        }
    }
    Ok(FarthestPositions { moves: farthest, positions: positions.into_vec() })
}

fn odd_sizes(sorted: &[u64]) -> usize {
    sorted.chunk_by(|a, b| a == b).filter(|equal| equal.len() % 2 == 1).count()
}

fn alternating_sum(sorted: &[u64]) -> u64 {
    // Neighbours from the top are paired, equal or not; a last one is removed entirely.
    sorted.rchunks(2).fold(0, |sum: u64, pair| {
        sum.saturating_add(match pair {
            [smaller, larger] => larger - smaller,
            _ => pair.iter().sum(),
        })
    })
}

struct Search<'a> {
    limit: usize,
    known: FxHashMap<Vec<u64>, u32>,
    watch: &'a Watch,
    /// The memory of the known distances and of the positions being examined.
    held: MemoryShare,
}

/// A position whose options are being visited.
struct Frame {
    heaps: Vec<u64>,
    lost: bool,
    options: Vec<Vec<u64>>,
    best: Option<u32>,
}

impl<'a> Search<'a> {
    fn new(limit: usize, watch: &'a Watch) -> Self {
        Self { limit, known: FxHashMap::default(), watch, held: watch.hold_none() }
    }

    /// The approximate number of bytes of a position in a list or a map that grows.
    fn bytes(heaps: &[u64]) -> u64 {
        112 + 8 * heaps.len() as u64
    }

    fn frame(&mut self, heaps: Vec<u64>) -> Result<Frame, DistanceError> {
        let bytes = Self::bytes(&heaps);
        let sum = heaps.iter().fold(0, |sum, heap| sum ^ heap);
        let lost = sum == 0;
        let mut options = Vec::new();
        for (index, &heap) in heaps.iter().enumerate() {
            if index > 0 && heaps.get(index - 1) == Some(&heap) {
                continue;
            }
            // The winner's moves lead only to lost positions.
            let targets = if lost {
                0..heap
            } else if heap ^ sum < heap {
                (heap ^ sum)..(heap ^ sum) + 1
            } else {
                continue;
            };
            for target in targets {
                if options.len() + self.known.len() > self.limit {
                    return Err(DistanceError::Limit { limit: self.limit });
                }
                self.watch.spend(1 + heaps.len() as u64 / 16)?;
                self.held.grow(bytes)?;
                let mut option = heaps.clone();
                option.remove(index);
                if target > 0 {
                    let place = option.partition_point(|&other| other < target);
                    option.insert(place, target);
                }
                options.push(option);
            }
        }
        Ok(Frame { heaps, lost, options, best: None })
    }

    /// Uses an explicit stack: play may be as long as the number of objects.
    fn moves(&mut self, sorted: &[u64]) -> Result<u32, DistanceError> {
        let mut result = self.look_up(sorted);
        let mut stack = Vec::new();
        if result.is_none() {
            stack.push(self.frame(sorted.to_vec())?);
        }
        while let Some(frame) = stack.last_mut() {
            if let Some(option) = frame.options.last() {
                if let Some(moves) = self.look_up(option) {
                    if let Some(option) = frame.options.pop() {
                        self.held.resize(self.held.bytes().saturating_sub(Self::bytes(&option)))?;
                    }
                    self.watch.spend(1)?;
                    let lost = frame.lost;
                    frame.best = Some(
                        frame.best.map_or(moves, |best| if lost { best.max(moves) } else { best.min(moves) }),
                    );
                } else {
                    let option = option.clone();
                    if stack.len() + self.known.len() >= self.limit {
                        return Err(DistanceError::Limit { limit: self.limit });
                    }
                    let next = self.frame(option)?;
                    stack.push(next);
                }
            } else if let Some(frame) = stack.pop() {
                let moves = frame.best.map_or(0, |best| best.saturating_add(1));
                self.held.grow(Self::bytes(&frame.heaps))?;
                self.known.insert(frame.heaps, moves);
                result = Some(moves);
            }
        }
        Ok(result.unwrap_or(0))
    }

    fn look_up(&self, sorted: &[u64]) -> Option<u32> {
        if is_paired_up(sorted) { Some(0) } else { self.known.get(sorted).copied() }
    }
}
