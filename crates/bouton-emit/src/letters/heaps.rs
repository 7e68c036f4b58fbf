//! Programs for laws of several heaps together.

use bouton_core::letters::{HeapsCase, LetterForm, LetterValue, RowRegion};

use super::Writer;

/// Whether the forms of a case have the coefficients that they should have, and it has a region.
pub(super) fn fits(case: &HeapsCase, letters: usize, heaps: usize) -> bool {
    let has = |form: &LetterForm, count: usize| form.coefficients.len() == count;
    let mut in_regions = case.regions.iter().flat_map(|region| &region.conditions);
    case.conditions.iter().chain([&case.length]).all(|form| has(form, letters))
        && !case.regions.is_empty()
        && in_regions.all(|form| has(form, letters + 2 * heaps))
}

impl Writer {
    /// The body of the function.
    pub(super) fn heaps(&mut self, cases: &[HeapsCase], heaps: &[String]) {
        let letters = self.names.len();
        let remainders: Vec<String> = heaps.iter().map(|heap| format!("rest_{heap}")).collect();
        self.names.extend(heaps.iter().chain(&remainders).cloned());
        for case in cases {
            let conditions = self.all(&case.conditions);
            let depth = 1 + usize::from(!conditions.is_empty());
            if !conditions.is_empty() {
                self.when(1, &conditions);
            }
            let reads = |at: usize| {
                let mut forms = case.regions.iter().flat_map(|region| &region.conditions);
                forms.any(|form| form.coefficients[letters + heaps.len() + at] != 0)
            };
            if (0..heaps.len()).any(reads) {
                self.set(depth, "length", &self.form(&case.length));
            }
            for (at, (heap, remainder)) in heaps.iter().zip(&remainders).enumerate() {
                if reads(at) {
                    self.set(depth, remainder, &format!("{heap} % length"));
                }
            }
            self.regions(&case.regions, depth);
            if conditions.is_empty() {
                return;
            }
            self.end(1);
        }
        self.refuse();
    }

    /// Returns the value of the first region whose conditions hold. Each position belongs to one, so the last
    /// ones, if they have one value, need no conditions.
    pub(super) fn regions(&mut self, regions: &[RowRegion], depth: usize) {
        let Some(last) = regions.last() else { return };
        let own = regions.iter().rposition(|region| region.value != last.value).map_or(0, |at| at + 1);
        for region in &regions[..own] {
            if region.conditions.is_empty() {
                self.give(&LetterValue::constant(0, region.value), depth);
                return;
            }
            self.when(depth, &self.all(&region.conditions));
            self.give(&LetterValue::constant(0, region.value), depth + 1);
            self.end(depth);
        }
        self.give(&LetterValue::constant(0, last.value), depth);
    }
}
