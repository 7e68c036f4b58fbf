@HEADER@
//
// The @KIND@ of a heap, for all numbers that the letters of the rules may be.
//
// It is proved for all @LETTERS@ with
// @RANGE@.

// The certificate that proves the law.
static const char *const CERTIFICATE = @CERTIFICATE@;
// The names of the control states, which are numbered from 0 on.
static const char *const CONTROLS[@CONTROL_COUNT@] = @CONTROLS@;
// No number may be larger.
#define LARGEST @LARGEST@LL
//@if outcomes
static const char *const OUTCOMES[@OUTCOME_COUNT@] = @OUTCOMES@;
//@end

const char *certificate(void) { return CERTIFICATE; }

const char *control_name(int control) { return CONTROLS[control]; }

// The @KIND@ of a heap as a number; -1 if the theorem is about other numbers, or one is larger than LARGEST.
long long value(@PARAMETERS@) {
    const long long numbers[] = {@NUMBERS@};
    for (unsigned int i = 0; i < sizeof numbers / sizeof *numbers; i++) {
        if (numbers[i] < 0 || numbers[i] > LARGEST) {
            return -1;
        }
    }
    if (control < 0 || control >= @CONTROL_COUNT@ || !(@CONE@)) {
        return -1;
    }
@BODY@
}

// The name of an outcome: P if the player who has just moved wins, N if the next one does.
const char *outcome_name(long long value) {
//@if outcomes
    return OUTCOMES[value];
//@else
    return value == 0 ? "P" : "N";
//@end
}
