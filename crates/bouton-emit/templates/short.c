@HEADER@
//
// The value of a position, and a move that achieves it (C99).
//
// A position has @COORDINATES@ natural numbers: @NAMES_OF_COORDINATES@.
// A control state is a number: @NAMES_OF_CONTROLS@.
@MEANING@
//
// int value(const number position[], int control, number *result);
// const char *outcome_name(number value);
// int winning_move(const number position[], int control, number target[], int *target_control);
//
// The functions with the type int say what happened, see enum status.

typedef unsigned long long number;

enum status {
    DONE = 0,        // there is a result
    NO_MOVE = 1,     // there is no move to name
    BAD_CONTROL = 2, // there is no such control state
    TOO_LARGE = 3    // a number of the answer may not fit the type number
};

enum {
    COORDINATES = @COORDINATES@,
    CONTROL_COUNT = @CONTROL_COUNT@,
    TRACKS = COORDINATES + 1 // room for a position, never 0
};

const char *const certificate = @CERTIFICATE@;
const char *const control_names[] = @CONTROLS@;
//@if changes

// A move: the control states before and after it, a condition (-1: none) and
// what is added to each number.
enum { MOVE_COUNT = @MOVE_COUNT@ };
static const long long moves[][3 + TRACKS] = @MOVES@;
//@end
//@if sort

// The numbers in ascending order.
static void sort(const number position[], number heaps[]) {
    for (int i = 0; i < COORDINATES; i++) {
        int place = i;
        for (; place > 0 && heaps[place - 1] > position[i]; place--) heaps[place] = heaps[place - 1];
        heaps[place] = position[i];
    }
}
//@end
//@if columns

// Whether in each binary place the number of ones is a multiple of the divisor.
static int columns(const number position[], int divisor) {
    for (number place = 1; place; place <<= 1) {
        int ones = 0;
        for (int i = 0; i < COORDINATES; i++) ones += (position[i] & place) != 0;
        if (ones % divisor) return 0;
    }
    return 1;
}
//@end
//@if conditions

// Whether a condition holds.
static int holds(long long condition, const number position[]) {
@CONDITIONS@
}
//@end

// The value of the position.
int value(const number position[], int control, number *result) {
    if (control < 0 || control >= CONTROL_COUNT) return BAD_CONTROL;
@VALUE_BODY@
}

// The name of the outcome that a value stands for.
const char *outcome_name(number value) {
//@if names
    static const char *const names[] = @OUTCOME_NAMES@;
    return value < sizeof names / sizeof names[0] ? names[value] : "?";
//@end
//@if grundy
    return value == 0 ? "P" : "N";
//@end
}

// A best move.
// @MOVE_DOC@
int winning_move(const number position[], int control, number target[], int *target_control) {
    number result, wanted;
    int status = value(position, control, &result);
    if (status != DONE) return status;
//@if decisive
    if (result != 1) return NO_MOVE;
    wanted = 0;
//@end
//@if grundy
    if (result == 0) return NO_MOVE;
    wanted = 0;
//@end
//@if podium
    wanted = (result + @PLAYERS@ - 1) % @PLAYERS@;
//@end
//@if stop
    if (holds(0, position)) return NO_MOVE;
//@end
//@if changes
    for (int m = 0; m < MOVE_COUNT; m++) {
        const long long *move = moves[m];
        int negative = 0;
        if (move[0] != control@HOLDS@) continue;
        for (int i = 0; i < COORDINATES; i++) {
            long long change = move[3 + i];
            number amount = change < 0 ? 0 - (number)change : (number)change;
            if (change < 0 && position[i] < amount) negative = 1;
            if (change > 0 && position[i] + amount < amount) return TOO_LARGE;
            target[i] = change < 0 ? position[i] - amount : position[i] + amount;
        }
        if (negative) continue;
        *target_control = (int)move[1];
        if (value(target, *target_control, &result) == DONE && result == wanted) return DONE;
    }
    return NO_MOVE;
//@end
//@if nim
    number total = 0;
    for (int i = 0; i < COORDINATES; i++) total ^= position[i];
    for (int i = 0; i < COORDINATES; i++) {
        // Bouton: the size that makes the nim-sum 0; at the end of misere play 0 or 1.
        const number rests[] = {position[i] ^ total, 0, 1};
        for (int r = 0; r < 3; r++) {
            if (rests[r] >= position[i]) continue;
            for (int j = 0; j < COORDINATES; j++) target[j] = j == i ? rests[r] : position[j];
            *target_control = control;
            if (value(target, control, &result) == DONE && result == wanted) return DONE;
        }
    }
    return NO_MOVE;
//@end
}
