/** What cannot be read of a library's values costs their record alone. */
export function unlessItFails<R>(work: () => R): R | undefined {
  try {
    return work();
  } catch {
    return undefined;
  }
}
