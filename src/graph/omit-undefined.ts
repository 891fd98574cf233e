/**
 * Copies the record without its undefined fields, so that a field is absent instead of undefined.
 */
export function defined<T extends object>(record: T): T {
  const kept = { ...record };
  for (const key of Object.keys(kept) as (keyof T)[]) {
    if (kept[key] === undefined) delete kept[key];
  }
  return kept;
}
