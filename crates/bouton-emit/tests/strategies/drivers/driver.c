// Answers positions, one a line: the control state and the coordinates.
#include STRATEGY

#include <stdio.h>

int main(void) {
    int control;
    puts(certificate);
    while (scanf("%d", &control) == 1) {
        number position[TRACKS] = {0}, target[TRACKS] = {0}, result = 0;
        int target_control = 0, status;
        for (int i = 0; i < COORDINATES; i++) {
            if (scanf("%llu", &position[i]) != 1) return 1;
        }
        if (value(position, control, &result) != DONE) {
            puts("fault");
            continue;
        }
        printf("%llu %s ", result, outcome_name(result));
        status = winning_move(position, control, target, &target_control);
        if (status == NO_MOVE) {
            puts("none");
        } else if (status != DONE) {
            puts("fault");
        } else {
            printf("%d", target_control);
            for (int i = 0; i < COORDINATES; i++) printf(" %llu", target[i]);
            puts("");
        }
        if (value(position, CONTROL_COUNT, &result) != BAD_CONTROL) return 1;
    }
    return control_names[0] == 0;
}
