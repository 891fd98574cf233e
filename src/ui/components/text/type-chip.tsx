/** The error type as its letter on its colour, with the name beside it. */
import type { ErrorType } from "../../../protocol/error-types.ts";
import { LOOKS } from "../../error-types.ts";

export function TypeLetter({ type }: { type: ErrorType }) {
  const { letter, colour, hatched, letterDark } = LOOKS[type];
  return (
    <span
      className="type-letter"
      data-hatched={hatched}
      data-letter-dark={letterDark}
      style={{ "--type": colour }}
      aria-hidden="true"
    >
      {letter}
    </span>
  );
}

export function TypeChip({ type, full = false }: { type: ErrorType; full?: boolean }) {
  return (
    <span className="type-chip" title={`${type}: ${LOOKS[type].meaning}`}>
      <TypeLetter type={type} />
      {full ? type : LOOKS[type].label}
    </span>
  );
}
