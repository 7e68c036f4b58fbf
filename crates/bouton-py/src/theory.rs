//! Closed forms of Nim, of the podium rule, of Nim with a pass, of games bounded in total. Each
//! function returns the JSON of a document.

mod games;
mod nim;
mod podium;

pub(crate) use self::{
    games::{
        in_total_base_cases, in_total_family, in_total_lemmas, in_total_member, in_total_summary,
        pass_compare, pass_small_sizes, pass_table, pass_theorem,
    },
    nim::{
        nim_bounded, nim_classes, nim_closing, nim_distance, nim_farthest, nim_lost, nim_moves, nim_suggest,
        nim_sum, nim_trapezoids, nim_triangles,
    },
    podium::{
        podium_canonical, podium_classes, podium_coalitions, podium_equal, podium_form, podium_linked,
        podium_moore, podium_outcome, podium_reduce, podium_value,
    },
};
