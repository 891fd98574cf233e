/**
 * The outcome of work that can fail because of its input. A fault with several causes is a union
 * tagged by `kind`, and its reader switches over all of them.
 */
export type Result<T, Fault> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly fault: Fault };

export const success = <T>(value: T) => ({ ok: true, value }) as const;
export const failure = <Fault>(fault: Fault) => ({ ok: false, fault }) as const;
