/** What work that goes on in turns comes to. */
export function ended<T>(work: Generator<number, T>): T {
  for (let step = work.next(); ; step = work.next()) if (step.done) return step.value;
}
