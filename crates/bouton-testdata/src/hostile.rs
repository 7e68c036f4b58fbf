//! Random rules with which the limits of the program and of the server are tested.

/// A linear congruential generator (Knuth, MMIX), which gives the same rules on every machine.
#[derive(Clone, Debug)]
pub struct Random(u64);

impl Random {
    /// Creates the generator of the numbers that follow from a seed.
    #[must_use]
    pub fn new(seed: u64) -> Self {
        Self(seed)
    }

    /// Returns a number below `count`.
    ///
    /// # Panics
    ///
    /// If `count` is 0.
    pub fn below(&mut self, count: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        usize::try_from(self.0 >> 33).unwrap() % count
    }

    /// Returns an entry of a list.
    pub fn of<'a>(&mut self, list: &[&'a str]) -> &'a str {
        list[self.below(list.len())]
    }
}

/// Returns random rules of every kind of space and move, many of them hard.
pub fn rules(random: &mut Random) -> String {
    let heaps =
        ["heaps 1", "heaps 2", "heaps 3", "heaps 5", "heap sizes 1..3", "heap sizes 1..5", "counters h1, h2"];
    let space = random.of(&heaps);
    let mut text = space.to_owned();
    let amounts = ["any", "1..3", "1..40", "odd", "{1,3,4}", "at least 2", "at most h1", "1..2 in total"];
    let choices = ["1 heap", "at most 2 heaps", "2 heaps", "a largest heap", "3 heaps"];
    let guards = [
        "",
        " when largest > smallest",
        " when h1 div 3 > 1",
        " when h1 + h2 mod 4 = 1",
        " when total > 7",
        " when smallest <= h1 or largest >= h2",
    ];
    for _ in 0..=random.below(3) {
        if space.starts_with("counters") {
            let moves = [
                "h1 -> h1 - 1",
                "h2 -> h2 - 2",
                "h1 -> t where t < h1",
                "h1, h2 -> h2, h1 - 1 when h1 > h2",
                "h2 -> h2 div 2 when h2 > 0",
                "h1, h2 -> a, b where a < h1, b >= h2, a + b < h1 + h2",
            ];
            text.push_str(&format!("; move {}", random.of(&moves)));
        } else {
            let (amount, choice, guard) = (random.of(&amounts), random.of(&choices), random.of(&guards));
            let guard = if space.starts_with("heap sizes") { "" } else { guard };
            text.push_str(&format!("; move take {amount} from {choice}{guard}"));
        }
    }
    text.push_str(random.of(&["", "", "; pass 1 unless empty", "; play misere", "; players 3 podium"]));
    text
}
