import { memo } from "react";
import type { LedgerUnit } from "../../protocol/api/explorer/ledger.ts";
import { Moment } from "../components/text/moment.tsx";
import { firstLine, shortenMiddle } from "../text/shorten.ts";
import { count } from "../text/time.ts";
import { VariableLink } from "../variable/variable-link.tsx";
import { FLAG_WORDS } from "./flag-words.ts";
import type { LedgerSearch } from "./ledger-search.ts";

interface LedgerRowProps {
  readonly project: string;
  readonly graph: string;
  readonly row: LedgerUnit;
  /** Position in the whole list. */
  readonly index: number;
  readonly isSelected: boolean;
  readonly onChange: (changed: Partial<Record<keyof LedgerSearch, unknown>>) => void;
}

/** Drawn again only if something of it changes. */
export const LedgerRow = memo(function LedgerRow(props: LedgerRowProps) {
  const { project, graph, row, index, isSelected, onChange } = props;
  const { counts } = row;
  const [writer] = row.writers;
  const [read] = row.reads;
  return (
    <tr aria-rowindex={index + 2} data-selected={isSelected}>
      <td>
        <button type="button" className="unit-button" onClick={() => onChange({ unit: row.name })}>
          <span className="two-lines">{firstLine(row.text, 160) || "(empty)"}</span>
        </button>
        <span className="unit-name">
          <code>{shortenMiddle(row.name, 40)}</code>
          {row.isHeld ? null : <span className="gone">gone</span>}
        </span>
      </td>
      <td>
        <span className="row-flags">
          {row.flags.map(({ flag }) => (
            <span key={flag} className="flag" title={FLAG_WORDS[flag].how}>
              {FLAG_WORDS[flag].name}
            </span>
          ))}
        </span>
      </td>
      <td>
        <Moment iso={row.firstAt} />
      </td>
      <td>
        <Moment iso={row.changedAt} />
      </td>
      <td className="number">{count(counts.versions)}</td>
      <td>
        {writer === undefined ? (
          <span className="muted">–</span>
        ) : (
          <button
            type="button"
            className="link-button one-line"
            title={`Show only units written by ${writer.name}`}
            onClick={() => onChange({ writer: writer.name })}
          >
            {shortenMiddle(writer.name, 28)}
          </button>
        )}
        {counts.writers > 1 ? (
          <span className="muted one-line">and {count(counts.writers - 1)} more</span>
        ) : null}
      </td>
      <td>
        {row.messages.length === 0 ? <span className="muted">–</span> : null}
        {row.messages.slice(0, 1).map((variable) => (
          <span key={variable} className="one-line">
            <VariableLink {...{ project, graph, variable, limit: 24 }} />
          </span>
        ))}
        {row.messages.length > 1 ? <span className="muted one-line">and others</span> : null}
      </td>
      <td>
        <b>{count(counts.reads)}</b>
        {read?.query ? (
          <span className="muted two-lines">
            {firstLine(read.query.text, 80)}
            {read.rank === null ? "" : ` · rank ${count(read.rank)}`}
          </span>
        ) : null}
      </td>
      <td className="number">{count(counts.answers)}</td>
      <td className="number">
        {counts.wrong === 0 ? "0" : <b className="bad">{count(counts.wrong)}</b>}
      </td>
    </tr>
  );
});
