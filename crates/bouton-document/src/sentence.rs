//! Answers to sentences about laws.

use indexmap::IndexMap;

use super::Number;

documents! {
    /// The answer to a question about laws.
    pub struct Ask {
        /// The question.
        pub sentence: String,
        /// Whether it is true; null if it has free names.
        pub answer: Option<bool>,
        /// Numbers for the outermost names that show that an `exists` is true or a `for all` false: the least ones, by
        /// their sum, then in lexicographic order.
        pub witness: Option<IndexMap<String, Number>>,
        /// The solutions, if there are free names.
        pub solutions: Option<Solutions>,
        /// The digits that the automata read.
        pub numeration: String,
        /// The states of the automaton that gave the answer.
        pub states: usize,
    }

    /// The numbers that satisfy a condition with free names, as a law.
    pub struct Solutions {
        /// The free names, in the order in which the automaton reads their digits.
        pub names: Vec<String>,
        /// The condition in the language of claims; null if it has no words there.
        pub condition: Option<String>,
        /// The least solutions, by their sum, then in lexicographic order.
        pub least: Vec<Vec<Number>>,
        /// Whether the list is complete.
        pub complete: bool,
        /// The number of solutions below a bound, if one was given.
        pub count: Option<SolutionCount>,
        /// The state in which reading begins.
        pub start: u32,
        /// The states after which the numbers are a solution.
        pub accepting: Vec<u32>,
        /// For each state its successors under each letter; the digit of the first name counts 1, that of the next one
        /// as much as there are digits, and so on. Null if there are very many.
        pub transitions: Option<Vec<Vec<u32>>>,
    }

    /// The number of solutions below a bound.
    pub struct SolutionCount {
        /// The bound: all numbers are at most this one.
        pub upto: Number,
        /// The number of solutions.
        pub number: Number,
        /// The numbers c(0), c(1), … of solutions all of whose numbers have at most 0, 1, … digits, as many as the
        /// recurrence has terms; null if no recurrence was sought.
        pub first: Option<Vec<Number>>,
        /// The factors of c(j) = a₁ c(j − 1) + a₂ c(j − 2) + …
        pub recurrence: Option<Vec<i64>>,
    }
}
