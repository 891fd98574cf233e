/** Counts by error type as one bar of coloured parts. The figures stand beside it in words. */
import { ERROR_TYPES, LOOKS } from "../../error-types.ts";

export type ByType = Readonly<Record<string, number>>;

export const totalOf = (byType: ByType): number =>
  Object.values(byType).reduce((sum, value) => sum + value, 0);

/** "3 Extraction, 2 Update" */
export function sayCounts(byType: ByType): string {
  return ERROR_TYPES.filter((type) => (byType[type] ?? 0) > 0)
    .map((type) => `${byType[type]} ${LOOKS[type].label}`)
    .join(", ");
}

interface StackProps {
  readonly byType: ByType;
  /** What fills the whole length. */
  readonly max: number;
  readonly direction: "row" | "column";
}

export function Stack({ byType, max, direction }: StackProps) {
  const share = max === 0 ? 0 : (100 * totalOf(byType)) / max;
  const length = direction === "row" ? { width: `${share}%` } : { height: `${share}%` };
  return (
    <span className="stack" data-direction={direction} style={length} aria-hidden="true">
      {ERROR_TYPES.map((type) => {
        const cases = byType[type] ?? 0;
        if (cases === 0) return null;
        const { colour, hatched } = LOOKS[type];
        return (
          <span key={type} data-hatched={hatched} style={{ "--type": colour, flexGrow: cases }} />
        );
      })}
    </span>
  );
}
