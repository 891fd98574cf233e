/** Runs a generator to its end and returns the result. */
export function ended<T>(work: Generator<number, T>): T {
  for (let step = work.next(); ; step = work.next()) if (step.done) return step.value;
}
