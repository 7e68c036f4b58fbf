// Answers positions, one a line: the control state and the coordinates.
const strategy = require(process.argv[2]);
const answers = [strategy.CERTIFICATE];
for (const line of require("fs").readFileSync(0, "utf8").split("\n").filter((line) => line)) {
  const [control, ...position] = line.split(" ").map(BigInt);
  const value = strategy.value(position, Number(control));
  const move = strategy.winningMove(position, Number(control));
  const answer = move === null ? "none" : [move[1], ...move[0]].join(" ");
  answers.push(value + " " + strategy.outcomeName(value) + " " + answer);
}
console.log(answers.join("\n"));
for (const [position, control] of [[[-1n], 0], [Array(strategy.COORDINATES).fill(0), 99]]) {
  let refused = false;
  try {
    strategy.value(position, control);
  } catch (error) {
    refused = error instanceof RangeError;
  }
  if (!refused) throw new Error("a bad position was answered");
}
