/**
 * The result of a function that can fail because of its input. If there are several kinds of
 * faults, `Fault` is a union of types that have different values of `kind`. The caller then handles
 * every kind in a `switch`.
 */
export type Result<T, Fault> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly fault: Fault };

export const success = <T>(value: T) => ({ ok: true, value }) as const;
export const failure = <Fault>(fault: Fault) => ({ ok: false, fault }) as const;
