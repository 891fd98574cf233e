/**
 * The result of a function that can fail because of its input. If there are several kinds of
 * faults, `Fault` is a union tagged by `kind`. The code that reads the fault switches over all
 * kinds.
 */
export type Result<T, Fault> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly fault: Fault };

export const success = <T>(value: T) => ({ ok: true, value }) as const;
export const failure = <Fault>(fault: Fault) => ({ ok: false, fault }) as const;
