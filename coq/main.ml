(* bouton-check-verified FILE...: reads the theorems that `bouton lower` writes, and applies to each the check
   that Coq has extracted. This file alone is outside the theorem: it has to read what Coq would read.
   It refuses every sentence that it does not know. Exit: 0 all accepted, 1 one refused, 2 one not read. *)

open Verified

exception Unread of string

let unread format = Printf.ksprintf (fun reason -> raise (Unread reason)) format

(* ---- tokens ---- *)

type token = Word of string | Number of int | Sign of string | End

let is_letter c = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c = '_' || c = '\''
let is_digit c = c >= '0' && c <= '9'

let signs = [ ":="; "{|"; "|}"; "["; "]"; "("; ")"; ";"; ","; ":"; "."; "%"; "-" ]

let tokens text =
  let size = String.length text in
  let at i sign = i + String.length sign <= size && String.sub text i (String.length sign) = sign in
  let rec after_comment depth i =
    if depth = 0 then i
    else if i >= size then unread "a comment does not end"
    else if at i "(*" then after_comment (depth + 1) (i + 2)
    else if at i "*)" then after_comment (depth - 1) (i + 2)
    else after_comment depth (i + 1)
  in
  let rec while_true test i = if i < size && test text.[i] then while_true test (i + 1) else i in
  let rec from i found =
    if i >= size then Array.of_list (List.rev found)
    else if text.[i] = ' ' || text.[i] = '\n' then from (i + 1) found
    else if at i "(*" then from (after_comment 1 (i + 2)) found
    else if is_letter text.[i] then
      let j = while_true (fun c -> is_letter c || is_digit c) i in
      from j (Word (String.sub text i (j - i)) :: found)
    else if is_digit text.[i] then
      let j = while_true is_digit i in
      if j < size && is_letter text.[j] then unread "a number ends in a letter";
      match int_of_string_opt (String.sub text i (j - i)) with
      | Some number -> from j (Number number :: found)
      | None -> unread "a number is too large"
    else
      match List.find_opt (at i) signs with
      | Some sign -> from (i + String.length sign) (Sign sign :: found)
      | None -> unread "the character %C is not expected" text.[i]
  in
  from 0 []

(* ---- terms ---- *)

(* A scope, such as in `3%nat`, changes no number that is not negative, and Coq knows each type without it. *)
type term =
  | Int of int
  | Of of string * term list
  | List of term list
  | Pair of term * term
  | Record of (string * term) list

type reader = { all : token array; mutable place : int }

let peek r = if r.place < Array.length r.all then r.all.(r.place) else End
let pass r = r.place <- r.place + 1
let found r token = peek r = token && (pass r; true)

let shown = function
  | Word word -> word
  | Number number -> string_of_int number
  | Sign sign -> sign
  | End -> "the end"

let expect r token =
  if not (found r token) then unread "%s is expected, not %s" (shown token) (shown (peek r))

let name r = match peek r with Word word -> pass r; word | token -> unread "a name is expected, not %s" (shown token)

let rec term r =
  match peek r with
  | Word word -> pass r; Of (word, arguments r)
  | _ -> atom r

and arguments r =
  match peek r with
  | Word _ | Number _ | Sign ("[" | "(" | "{|") -> let first = atom r in first :: arguments r
  | _ -> []

and atom r =
  let bare =
    match peek r with
    | Number number -> pass r; Int number
    | Word word -> pass r; Of (word, [])
    | Sign "-" -> (pass r; match peek r with Number number -> pass r; Int (-number) | _ -> unread "a number is expected after -")
    | Sign "(" ->
        pass r;
        let first = term r in
        let whole = if found r (Sign ",") then Pair (first, term r) else first in
        expect r (Sign ")"); whole
    | Sign "[" -> pass r; List (if found r (Sign "]") then [] else members r)
    | Sign "{|" -> pass r; Record (fields r)
    | token -> unread "%s is not expected in a term" (shown token)
  in
  (if found r (Sign "%") then match name r with "N" | "nat" -> () | scope -> unread "the scope %s is not known" scope);
  bare

and members r =
  let first = term r in
  if found r (Sign ";") then first :: members r else (expect r (Sign "]"); [ first ])

and fields r =
  let field = name r in
  expect r (Sign ":=");
  let value = term r in
  if found r (Sign ";") then (field, value) :: fields r else (expect r (Sign "|}"); [ (field, value) ])

(* ---- from terms to the input of the check ---- *)

let rec positive i = if i = 1 then XH else if i land 1 = 0 then XO (positive (i lsr 1)) else XI (positive (i lsr 1))

let integer = function
  | Int 0 -> Z0
  | Int i when i > 0 -> Zpos (positive i)
  | Int i -> Zneg (positive (-i))
  | _ -> unread "an integer is expected"

let natural = function
  | Int 0 -> N0
  | Int i when i > 0 -> Npos (positive i)
  | _ -> unread "a number is expected"

let small = function Int i when i >= 0 -> i | _ -> unread "a number is expected"
let list each = function List members -> List.map each members | _ -> unread "a list is expected"

let linear = function
  | Of ("Linear", [ a; b; c ]) -> Linear (list integer a, list integer b, integer c)
  | _ -> unread "a linear expression is expected"

let rec formula = function
  | Of ("Always", []) -> Always
  | Of ("Never", []) -> Never
  | Of ("AtMostZero", [ e ]) -> AtMostZero (linear e)
  | Of ("IsZero", [ e ]) -> IsZero (linear e)
  | Of ("Congruent", [ e; m; r ]) -> Congruent (linear e, integer m, integer r)
  | Of ("Not", [ f ]) -> Not (formula f)
  | Of ("And", [ f; g ]) -> And (formula f, formula g)
  | Of ("Or", [ f; g ]) -> Or (formula f, formula g)
  | _ -> unread "a condition is expected"

let target = function
  | Of ("Same", []) -> Same
  | Of ("Becomes", [ e ]) -> Becomes (linear e)
  | _ -> unread "a target is expected"

let schema = function
  | Of ("Schema", [ from; towards; count; guard; targets ]) ->
      { from = small from; to0 = small towards; parameters = small count; guard = formula guard;
        targets = list target targets }
  | _ -> unread "a move is expected"

let game = function
  | Record [ ("dimension", d); ("controls", c); ("existing", e); ("stop", s); ("moves", m) ] ->
      { dimension = small d; controls = small c; existing = formula e; stop = formula s; moves = list schema m }
  | _ -> unread "a game is expected"

let row = function Pair (output, next) -> (natural output, list natural next) | _ -> unread "a state is expected"

let written = function
  | Of ("of_table", [ b; s; t ]) -> { bits = natural b; starts = list natural s; states0 = list row t }
  | _ -> unread "a law is expected"

let successor = function
  | Of ("Some", [ s ]) -> Some (small s)
  | Of ("None", []) -> None
  | _ -> unread "a state of words is expected"

let numeration = function
  | Record [ ("matrix", m); ("vectors", v); ("rows", r) ] ->
      { matrix = list (list integer) m; vectors = list (list integer) v; rows = list (list successor) r }
  | _ -> unread "a numeration is expected"

let valuation = function
  | Of ("Normal", []) -> Normal
  | Of ("Misere", []) -> Misere
  | Of ("MisereAndEnd", []) -> MisereAndEnd
  | Of ("Podium", [ n ]) -> Podium (natural n)
  | Of ("Coalition", []) -> Coalition
  | Of ("Grundy", []) -> Grundy
  | Of ("Remoteness", []) -> Remoteness
  | _ -> unread "a valuation is expected"

let sums = list (list integer)
let truth = function Of ("true", []) -> true | Of ("false", []) -> false | _ -> unread "true or false is expected"

let code = function
  | Of ("Code", [ digits; unequal ]) -> { digits = list natural digits; unequal = truth unequal }
  | _ -> unread "a code is expected"

let form = function
  | Of ("Form", [ coefficients; constant ]) -> Form (list integer coefficients, integer constant)
  | _ -> unread "a form is expected"

let piece = function
  | Of ("PieceTo", [ e; values ]) ->
      let value = function Pair (m, f) -> (integer m, form f) | _ -> unread "a value is expected" in
      { piece_end = form e; piece_values = list value values }
  | _ -> unread "a piece is expected"

let letter_case = function
  | Of ("LetterCase", [ conditions; period; blocks ]) ->
      { case_conditions = list form conditions; case_period = form period; case_blocks = list (list (list piece)) blocks }
  | _ -> unread "a case is expected"

let row_region = function
  | Of ("RowRegion", [ conditions; value ]) -> { region_conditions = list form conditions; region_value = natural value }
  | _ -> unread "a region is expected"

let row_case = function
  | Of ("RowCase", [ conditions; length; step; modulus; longer; regions ]) ->
      { row_conditions = list form conditions; row_length = form length; row_step = form step; row_modulus = form modulus;
        row_longer = form longer; row_regions = list row_region regions }
  | _ -> unread "a case is expected"

let any_heaps = function
  | Record [ ("states_of_play", c); ("kinds", k) ] ->
      let kind = function
        | Of ("MoveKind", [ a; b; least; most ]) ->
            { leaves = small a; enters = small b; fewest = small least; most_lowered = small most }
        | _ -> unread "a kind of moves is expected"
      in
      { states_of_play = small c; kinds = list kind k }
  | _ -> unread "a game of any number of heaps is expected"

let thread = function
  | Of ("Thread", [ k; less; q ]) -> { of_kind = small k; marks_less = list truth less; leads_to = natural q }
  | _ -> unread "a partial move is expected"

let element = function
  | Of ("Element", [ s; m; ts ]) -> { state_of = natural s; marked = small m; threads = list thread ts }
  | _ -> unread "an element is expected"

let strategy = function
  | Of ("Strategy", [ c; value; r; es ]) ->
      { of_control = small c; of_value = natural value; of_requirement = small r; elements_of = list element es }
  | _ -> unread "a strategy is expected"

let lemma meant = function
  | Of ("check_binary_sound", [ order; halves ]) -> Binary (sums order, truth halves)
  | Of ("check_in_sound", [ Of ("_", []); cone; scaled; digits; counts; order; halves ]) ->
      InDigits (list integer cone, integer scaled, sums digits, sums counts, sums order, truth halves)
  | Of ("check_nim_heap_sound", [ order; halves ]) -> NimHeap (sums order, truth halves)
  | Of ("check_nim_heap_in_sound", [ Of ("_", []); cone; scaled; digits; counts; order; halves ]) ->
      NimHeapInDigits (list integer cone, integer scaled, sums digits, sums counts, sums order, truth halves)
  | Of ("check_period_sound", []) -> Periodic
  | Of ("check_endless_sound", []) -> Endless
  | Of ("check_splits_sound", []) -> WithSplits
  | Of ("check_arithmetic_sound", []) -> WithSaltus
  | Of ("check_letters_sound", []) -> Inequalities
  | Of ("check_letter_sum_sound", []) -> SumInequalities
  | Of ("check_letter_rows_sound", []) -> RowInequalities
  | Of ("check_listed_sound", []) -> Products
  | Of ("check_periodic_quotient_sound", []) -> PeriodicProducts
  | Of ("check_sum_sound", [ order; halves ]) -> SumBinary (sums order, truth halves)
  | Of ("check_sum_in_sound", [ Of ("_", []); cone; scaled; digits; counts; order; halves ]) ->
      SumInDigits (list integer cone, integer scaled, sums digits, sums counts, sums order, truth halves)
  | Of ("check_sum_nim_heap_sound", [ order; halves ]) -> SumNimHeap (sums order, truth halves)
  | Of ("check_sum_nim_heap_in_sound", [ Of ("_", []); cone; scaled; digits; counts; order; halves ]) ->
      SumNimHeapInDigits (list integer cone, integer scaled, sums digits, sums counts, sums order, truth halves)
  | Of ("check_columns_sound", [ replies ]) ->
      Replies (list strategy (meant (Of ("list", [ Of ("strategy", []) ])) replies))
  | _ -> unread "the proof is not known"

(* ---- files ---- *)

(* The sentences that are the same in every file, as far as they may be left out. *)
let preambles =
  List.map tokens
    [ "From Coq Require Import List ZArith NArith.\nFrom Bouton Require Import Statement Tables Claims.\n\
       Import ListNotations.\nOpen Scope Z_scope.";
      "From Coq Require Import List ZArith NArith.\nFrom Bouton Require Import Statement Every Tables Claims.\n\
       Import ListNotations.\nOpen Scope Z_scope.";
      "From Coq Require Import List ZArith NArith.\nFrom Bouton Require Import Statement Letters Tables Claims.\n\
       Import ListNotations.\nOpen Scope Z_scope.";
      "From Coq Require Import List ZArith NArith.\nFrom Bouton Require Import Statement Every Letters Tables Claims.\n\
       Import ListNotations.\nOpen Scope Z_scope.";
      "From Coq Require Import List NArith.\nFrom Bouton Require Import Heaps Claims.\nImport ListNotations." ]

let rec definitions r =
  if found r (Word "Definition") then begin
    let defined = name r in
    expect r (Sign ":");
    let kind = term r in
    expect r (Sign ":=");
    let value = term r in
    expect r (Sign ".");
    let rest = definitions r in
    if List.mem_assoc defined rest then unread "%s is defined twice" defined;
    (defined, (kind, value)) :: rest
  end
  else []

(* The claim of a file, and its check. *)
let theorem text =
  let all = tokens text in
  let begins p = Array.length p <= Array.length all && Array.sub all 0 (Array.length p) = p in
  let r =
    match List.find_opt begins preambles with
    | Some p -> { all; place = Array.length p }
    | None -> unread "the file does not begin as a theorem does"
  in
  let known = definitions r in
  let meant kind named =
    match named with
    | Of (name, []) -> (
        match List.assoc_opt name known with
        | Some (k, value) when k = kind -> value
        | _ -> unread "%s is not defined, or not as what it is used for" name)
    | _ -> unread "a name is expected"
  in
  let is name = Of (name, []) in
  let numbers = Of ("list", [ is "N" ]) in
  let elements named = list (list natural) (meant (Of ("list", [ numbers ])) named) in
  let set named = list natural (meant numbers named) in
  let letter_cases named = list letter_case (meant (Of ("list", [ is "letter_case" ])) named) in
  expect r (Word "Theorem");
  let theorem = name r in
  expect r (Sign ":");
  let digits = function Of ("binary", []) when not (List.mem_assoc "binary" known) -> binary | d -> numeration (meant (is "numeration") d) in
  let claim =
    match term r with
    | Of ("law_holds", [ g; v; n; l ]) ->
        IsLaw (game (meant (is "game") g), valuation v, digits n, written (meant (is "law") l))
    | Of ("nim_heap_law_holds", [ g; n; l ]) ->
        IsNimHeapLaw (game (meant (is "game") g), digits n, written (meant (is "law") l))
    | Of ("period_holds", [ c; p; from; values ]) ->
        IsPeriod (code (meant (is "code") c), small p, small from, list natural (meant numbers values))
    | Of ("endless_period_holds", [ c; List [ Int 3 ]; p; from; saltus; values ]) ->
        IsEndlessPeriod (code (meant (is "code") c), small p, small from, natural saltus, list natural (meant numbers values))
    | Of ("endless_period_holds", [ c; List []; p; from; saltus; values ]) ->
        IsRisingPeriod (code (meant (is "code") c), small p, small from, natural saltus, list natural (meant numbers values))
    | Of ("listed_quotient_holds", [ c; products; lost; values ]) ->
        IsListedQuotient (code (meant (is "code") c), elements products, set lost, list natural (meant numbers values))
    | Of ("periodic_quotient_holds", [ c; products; lost; p; from; values ]) ->
        IsPeriodicQuotient (code (meant (is "code") c), elements products, set lost, small p, small from,
          list natural (meant numbers values))
    | Of ("sum_law_holds", [ g; n; l ]) ->
        IsSumLaw (game (meant (is "game") g), digits n, written (meant (is "law") l))
    | Of ("sum_nim_heap_law_holds", [ g; n; l ]) ->
        IsSumNimHeapLaw (game (meant (is "game") g), digits n, written (meant (is "law") l))
    | Of ("letter_law_holds", [ letters; c; g; v; l ]) ->
        IsLetterLaw (small letters, formula (meant (is "formula") c), game (meant (is "game") g), valuation v, letter_cases l)
    | Of ("letter_sum_law_holds", [ letters; c; g; misere; l ]) ->
        IsLetterSum (small letters, formula (meant (is "formula") c), game (meant (is "game") g), truth misere, letter_cases l)
    | Of ("letter_rows_hold", [ letters; c; g; v; dividend; divisor; l ]) ->
        let cases = list row_case (meant (Of ("list", [ is "row_case" ])) l) in
        AreLetterRows (small letters, formula (meant (is "formula") c), game (meant (is "game") g), valuation v, form dividend,
          form divisor, cases)
    | Of ("law_of_any_holds", [ g; v; l ]) -> (
        match meant (is "law") l with
        | Of ("counting", [ t; p; s; rows ]) ->
            IsLawOfAny (any_heaps (meant (is "any_heaps") g), valuation v, small t, small p, list natural s, list row rows)
        | _ -> unread "a law that counts ones is expected")
    | _ -> unread "the claim is not known"
  in
  List.iter (expect r) [ Sign "."; Word "Proof"; Sign "."; Word "apply" ];
  let proof = lemma meant (match atom r with Of (name, []) -> Of (name, []) | proof -> proof) in
  expect r (Sign ".");
  let rest = tokens (Printf.sprintf "vm_cast_no_check (eq_refl true). Qed. Print Assumptions %s." theorem) in
  Array.iter (expect r) rest;
  expect r End;
  (claim, proof)

let contents path =
  let channel = if path = "-" then stdin else open_in_bin path in
  let text = Buffer.create 65536 in
  let rec more () = match input_char channel with c -> Buffer.add_char text c; more () | exception End_of_file -> () in
  more ();
  close_in channel;
  Buffer.contents text

let () =
  (* The check makes many small values that are soon forgotten. *)
  Gc.set { (Gc.get ()) with Gc.minor_heap_size = 1 lsl 23; space_overhead = 200 };
  let one worst path =
    let verdict, code =
      try
        let claim, proof = theorem (contents path) in
        if verify claim proof then ("accepted", 0) else ("refused", 1)
      with
      | Unread reason -> ("not read: " ^ reason, 2)
      | Sys_error reason -> ("not read: " ^ reason, 2)
      | Stack_overflow -> ("not decided: the stack is too small", 2)
      | Out_of_memory -> ("not decided: the memory is too small", 2)
    in
    Printf.printf "%s: %s\n%!" path verdict;
    max worst code
  in
  match List.tl (Array.to_list Sys.argv) with
  | [] -> prerr_endline "usage: bouton-check-verified FILE...   (theorems, as `bouton lower` writes them; - is standard input)"; exit 2
  | files -> exit (List.fold_left one 0 files)
