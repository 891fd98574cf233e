import type { Distribution } from "../../protocol/api/api.ts";
import type { ErrorType } from "../../protocol/error-types.ts";
import { TypeLetter } from "../components/text/type-chip.tsx";
import { ERROR_TYPES, LOOKS } from "../error-types.ts";
import { count, percent } from "../text/time.ts";

interface TypeLegendProps {
  readonly byType: Distribution["byType"];
  readonly selected: ErrorType | undefined;
  readonly onToggle: (type: ErrorType) => void;
}

/** Every error type with its figure; a click filters. */
export function TypeLegend({ byType, selected, onToggle }: TypeLegendProps) {
  const counts = new Map(byType.map(({ key, count: cases }) => [key, cases]));
  const total = byType.reduce((sum, { count: cases }) => sum + cases, 0);
  return (
    <ul className="type-legend">
      {ERROR_TYPES.map((type) => {
        const cases = counts.get(type) ?? 0;
        return (
          <li key={type}>
            <button
              type="button"
              aria-pressed={type === selected}
              data-none={cases === 0}
              title={LOOKS[type].meaning}
              onClick={() => onToggle(type)}
            >
              <span className="type-name">
                <TypeLetter type={type} /> {LOOKS[type].label}
              </span>
              <span className="type-figures">
                <b>{count(cases)}</b>
                <span className="muted">{total > 0 ? percent(cases / total) : ""}</span>
              </span>
            </button>
          </li>
        );
      })}
    </ul>
  );
}
