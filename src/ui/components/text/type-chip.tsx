/** Shows the error type as a coloured letter with a name, or "undecided". */
import type { ErrorType } from "../../../protocol/error-types.ts";
import { LOOKS, type Look, UNDECIDED } from "../../error-types.ts";

export function TypeLetter({ type }: { type: ErrorType }) {
  return <Letter of={LOOKS[type]} />;
}

export function UndecidedLetter() {
  return <Letter of={UNDECIDED} />;
}

function Letter({ of: { letter, colour, hatched, hollow, letterDark } }: { of: Look }) {
  return (
    <span
      className="type-letter"
      data-hatched={hatched}
      data-hollow={hollow}
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

export function UndecidedChip() {
  return (
    <span className="type-chip" title={`Undecided: ${UNDECIDED.meaning}`}>
      <UndecidedLetter />
      {UNDECIDED.label}
    </span>
  );
}
