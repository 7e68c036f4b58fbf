(** * Every claim that a file of a theorem may make *)

From Bouton Require Export Check SpragueGrundy Numerations Period Sums Columns Quotient Endless Splits Arithmetic LetterCheck LetterSums LetterRows.
