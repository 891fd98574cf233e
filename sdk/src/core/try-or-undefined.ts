/** Keeps a recording failure away from the app: an unreadable value loses only its own record. */
export function tryOrUndefined<R>(work: () => R): R | undefined {
  try {
    return work();
  } catch {
    return undefined;
  }
}
