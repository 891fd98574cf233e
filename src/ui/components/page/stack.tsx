/**
 * A bar with the number of cases per error type. Screen readers ignore the bar, so the page must
 * also show the numbers as text.
 */
import { ERROR_TYPES } from "../../../protocol/error-types.ts";
import { LOOKS, type Look, UNDECIDED } from "../../error-types.ts";
import { count } from "../../text/time.ts";

/** Numbers of attributed cases per error type, and of undecided cases. */
export interface Counts {
  readonly byType: Readonly<Record<string, number>>;
  readonly undecided?: number;
}

export const totalOf = (counts: Counts): number =>
  partsOf(counts).reduce((sum, { cases }) => sum + cases, 0);

/** Example: "3 Extraction, 2 Update, 1 Undecided". */
export const sayCounts = (counts: Counts): string =>
  partsOf(counts)
    .map(({ cases, look }) => `${count(cases)} ${look.label}`)
    .join(", ");

interface Part {
  readonly look: Look;
  readonly cases: number;
}

function partsOf({ byType, undecided = 0 }: Counts): Part[] {
  const types = ERROR_TYPES.map((type) => ({ look: LOOKS[type], cases: byType[type] ?? 0 }));
  return [...types, { look: UNDECIDED, cases: undecided }].filter(({ cases }) => cases > 0);
}

interface StackProps {
  readonly counts: Counts;
  /** A bar for this many cases has the full length. */
  readonly max: number;
  readonly direction: "row" | "column";
}

export function Stack({ counts, max, direction }: StackProps) {
  const share = max === 0 ? 0 : (100 * totalOf(counts)) / max;
  const length = direction === "row" ? { width: `${share}%` } : { height: `${share}%` };
  return (
    <span className="stack" data-direction={direction} style={length} aria-hidden="true">
      {partsOf(counts).map(({ look: { label, colour, hatched, hollow }, cases }) => (
        <span
          key={label}
          data-part={label}
          data-hatched={hatched}
          data-hollow={hollow}
          style={{ "--type": colour, flexGrow: cases }}
        />
      ))}
    </span>
  );
}
