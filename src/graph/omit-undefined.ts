/**
 * Copies the record without its undefined fields: an optional field must be absent, not undefined.
 */
export function defined<T extends object>(record: T): T {
  // Deleting fields from a copy would make each later access slow.
  const kept: Partial<T> = {};
  for (const key of Object.keys(record) as (keyof T)[]) {
    if (record[key] !== undefined) kept[key] = record[key];
  }
  return kept as T;
}
