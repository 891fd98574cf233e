/**
 * Returns the work's result, or undefined if the work throws. The app must never see an error of
 * the recording.
 */
export function tryOrUndefined<R>(work: () => R): R | undefined {
  try {
    return work();
  } catch {
    return undefined;
  }
}
