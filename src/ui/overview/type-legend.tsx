import type { Distribution } from "../../protocol/api/insights/distribution.ts";
import { ERROR_TYPES, type ErrorType, type SubKind } from "../../protocol/error-types.ts";
import { TypeLetter, UndecidedLetter } from "../components/text/type-chip.tsx";
import { LOOKS, UNDECIDED } from "../error-types.ts";
import { count, percent } from "../text/time.ts";

interface TypeLegendProps {
  readonly byType: Distribution["byType"];
  readonly selected: ErrorType | undefined;
  readonly onToggle: (type: ErrorType) => void;
  readonly selectedKind: SubKind | undefined;
  readonly onToggleKind: (kind: SubKind) => void;
  readonly undecided: number;
  readonly isUndecidedSelected: boolean;
  readonly onToggleUndecided: () => void;
}

interface SubKindsProps {
  readonly kinds: Distribution["byType"][number]["bySubKind"];
  readonly selected: SubKind | undefined;
  readonly onToggle: (kind: SubKind) => void;
}

/** Shows the sub-kinds of an error type with counts. Leaves out cases without a sub-kind. */
function SubKinds({ kinds, selected, onToggle }: SubKindsProps) {
  const told = kinds.flatMap(({ key, count: cases }) => (key === null ? [] : [{ key, cases }]));
  if (told.length === 0) return null;
  return (
    <ul className="sub-kinds">
      {told.map(({ key, cases }) => (
        <li key={key}>
          <button type="button" aria-pressed={key === selected} onClick={() => onToggle(key)}>
            {key} <b>{count(cases)}</b>
          </button>
        </li>
      ))}
    </ul>
  );
}

/**
 * Shows the number of cases of each error type, its share, its sub-kinds, and the number of
 * undecided cases. Only attributed cases count towards a share. A click sets a filter.
 */
export function TypeLegend({ byType, selected, onToggle, ...props }: TypeLegendProps) {
  const counts = new Map(byType.map((each) => [each.key, each]));
  const total = byType.reduce((sum, { count: cases }) => sum + cases, 0);
  return (
    <ul className="type-legend">
      {ERROR_TYPES.map((type) => {
        const { count: cases = 0, bySubKind = [] } = counts.get(type) ?? {};
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
            <SubKinds
              kinds={bySubKind}
              selected={props.selectedKind}
              onToggle={props.onToggleKind}
            />
          </li>
        );
      })}
      <li>
        <button
          type="button"
          aria-pressed={props.isUndecidedSelected}
          data-none={props.undecided === 0}
          title={`${UNDECIDED.meaning}; undecided answers are not part of the shares`}
          onClick={props.onToggleUndecided}
        >
          <span className="type-name">
            <UndecidedLetter /> {UNDECIDED.label}
          </span>
          <span className="type-figures">
            <b>{count(props.undecided)}</b>
          </span>
        </button>
      </li>
    </ul>
  );
}
