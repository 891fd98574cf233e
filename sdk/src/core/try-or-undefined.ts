/** Returns undefined if the work throws. The app must never see a recording error. */
export function tryOrUndefined<R>(work: () => R): R | undefined {
  try {
    return work();
  } catch {
    return undefined;
  }
}
