import { Link } from "@tanstack/react-router";
import type { CaseSummary } from "../../protocol/api/api.ts";
import { Icon } from "../components/page/icon.tsx";
import { Moment } from "../components/text/moment.tsx";
import { ProofWord } from "../replay/proof-word.tsx";
import { firstLine, shortenMiddle } from "../text/shorten.ts";
import { confidenceText } from "../text/time.ts";
import { CaseResult } from "./case-result.tsx";

interface CaseRowProps {
  readonly project: string;
  readonly row: CaseSummary;
  /** Index in the whole list, including rows that are not loaded. */
  readonly index: number;
  readonly selected: boolean;
  readonly picked: boolean;
  /**
   * Selects the case, for example to add it to a dataset. Undefined if the person is not allowed to
   * do anything with selected cases.
   */
  readonly onPick: (() => void) | undefined;
}

export function CaseRow({ project, row, index, selected, picked, onPick }: CaseRowProps) {
  return (
    <tr aria-rowindex={index + 2} data-selected={selected}>
      <td className="cell-pick">
        {onPick === undefined ? null : (
          <input
            type="checkbox"
            aria-label={`Pick “${firstLine(row.query, 60)}”`}
            checked={picked}
            onChange={onPick}
          />
        )}
      </td>
      <td className="cell-when">
        <Moment iso={row.occurredAt} />
      </td>
      <td className="cell-question">
        <Link
          className="row-link two-lines"
          data-row-link
          to="/p/$project/cases/$case"
          params={{ project, case: row.id }}
        >
          {firstLine(row.query, 160)}
        </Link>
      </td>
      <td className="cell-expected">
        <span className="two-lines soft">{firstLine(row.expected.join(" · "), 120) || "–"}</span>
      </td>
      <td className="cell-answered">
        <span className="two-lines soft">{firstLine(row.prediction, 120) || "(empty)"}</span>
      </td>
      <td className="cell-type">
        <CaseResult item={row} />
      </td>
      <td className="cell-operation" title={row.opName ?? undefined}>
        {row.opName ? shortenMiddle(row.opName, 28) : <span className="muted">–</span>}
      </td>
      <td className="cell-confidence">
        {row.confidence === null ? null : <Confidence value={row.confidence} />}
      </td>
      <td className="cell-checked">
        {row.proof ? <ProofWord proof={row.proof} /> : null}
        <Agreement value={row.agreement} />
        {row.labelState === "disputed" ? <span className="soft">disputed</span> : null}
      </td>
    </tr>
  );
}

/** @param value from 0 to 1 */
export function Confidence({ value }: { value: number }) {
  return (
    <span className="confidence">
      <span className="meter" aria-hidden="true">
        <span style={{ width: `${value * 100}%` }} />
      </span>
      {confidenceText(value)}
    </span>
  );
}

function Agreement({ value }: { value: boolean | null }) {
  if (value === null) return null;
  return value ? (
    <span className="good agreement">
      <Icon name="check" size={14} /> agrees
    </span>
  ) : (
    <span className="bad agreement">
      <Icon name="cross" size={14} /> differs
    </span>
  );
}
