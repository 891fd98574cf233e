/**
 * Copies the record without its undefined fields, so that a field is absent instead of undefined.
 */
export function defined<T extends object>(record: T): T {
  // Deleting fields from a copy would make every later use of the copy slow.
  const kept: Partial<T> = {};
  for (const key of Object.keys(record) as (keyof T)[]) {
    if (record[key] !== undefined) kept[key] = record[key];
  }
  return kept as T;
}
