/**
 * Result of a function that can fail because of its input. For several kinds of faults, `Fault` is
 * a union tagged by `kind`, and the code that reads it switches over all kinds.
 */
export type Result<T, Fault> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly fault: Fault };

export const success = <T>(value: T) => ({ ok: true, value }) as const;
export const failure = <Fault>(fault: Fault) => ({ ok: false, fault }) as const;
