import { memo } from "react";
import type { LedgerUnit } from "../../protocol/api/explorer/ledger.ts";
import type { LedgerFlag } from "../../protocol/api/explorer/ledger-words.ts";
import { Moment } from "../components/text/moment.tsx";
import { firstWords } from "../text/recorded-text.ts";
import { shortenMiddle } from "../text/shorten.ts";
import { count } from "../text/time.ts";
import { VariableLink } from "../variable/variable-link.tsx";
import { FLAG_WORDS } from "./flag-words.ts";
import type { LedgerSearch } from "./ledger-search.ts";

interface LedgerRowProps {
  readonly project: string;
  readonly graph: string;
  readonly row: LedgerUnit;
  /** Index in the whole list, including rows that are not loaded. */
  readonly index: number;
  readonly isSelected: boolean;
  readonly onChange: (changed: Partial<Record<keyof LedgerSearch, unknown>>) => void;
}

/** `memo` keeps long lists fast: unchanged rows are not rendered again. */
export const LedgerRow = memo(function LedgerRow(props: LedgerRowProps) {
  const { project, graph, row, index, isSelected, onChange } = props;
  const { counts } = row;
  const [read] = row.reads;
  return (
    <tr aria-rowindex={index + 2} data-selected={isSelected}>
      <td className="cell-unit">
        <button
          type="button"
          className="unit-button"
          data-row-link
          onClick={() => onChange({ unit: row.name })}
        >
          <span className="two-lines">{firstWords(row.text, 160) || "(empty)"}</span>
        </button>
        <span className="unit-name">
          <code>{shortenMiddle(row.name, 40)}</code>
          {row.isHeld ? null : <span className="gone">gone</span>}
        </span>
      </td>
      <td className="cell-flags">
        <Flags flags={row.flags.map(({ flag }) => flag)} />
      </td>
      <td className="cell-age">
        <Moment iso={row.firstAt} />
      </td>
      <td className="cell-changed">
        <Moment iso={row.changedAt} />
      </td>
      <td className="number" data-heading="Versions">
        {count(counts.versions)}
      </td>
      <td className="cell-writer">
        <Writers {...{ row, onChange }} />
        {row.messages.slice(0, 1).map((variable) => (
          <span key={variable} className="one-line">
            from <VariableLink {...{ project, graph, variable, limit: 24 }} />
            {row.messages.length > 1 ? " and others" : ""}
          </span>
        ))}
      </td>
      <td className="number" data-heading="Reads">
        {count(counts.reads)}
      </td>
      <td className="cell-query">
        {read?.query ? (
          <span className="two-lines soft">
            {read.rank === null ? "" : `rank ${count(read.rank)} · `}
            {firstWords(read.query.text, 80)}
          </span>
        ) : (
          <span className="muted">–</span>
        )}
      </td>
      <td className="number" data-heading="Answers">
        {count(counts.answers)}
      </td>
      <td className="number" data-heading="Wrong answers">
        {counts.wrong === 0 ? "0" : <b className="bad">{count(counts.wrong)}</b>}
      </td>
    </tr>
  );
});

/** A row has space for this many flags. */
const FLAGS_SHOWN = 2;

function Flags({ flags }: { flags: readonly LedgerFlag[] }) {
  const more = flags.slice(FLAGS_SHOWN);
  return (
    <span className="row-flags">
      {flags.slice(0, FLAGS_SHOWN).map((flag) => (
        <span key={flag} className="flag" title={FLAG_WORDS[flag].how}>
          {FLAG_WORDS[flag].name}
        </span>
      ))}
      {more.length === 0 ? null : (
        <span className="flag" title={more.map((flag) => FLAG_WORDS[flag].name).join(", ")}>
          +{count(more.length)}
        </span>
      )}
    </span>
  );
}

function Writers({ row, onChange }: Pick<LedgerRowProps, "row" | "onChange">) {
  const [writer] = row.writers;
  if (writer === undefined) return <span className="muted">–</span>;
  const more = row.counts.writers - 1;
  return (
    <span className="one-line">
      <button
        type="button"
        className="link-button"
        title={`Show only units written by ${writer.name}`}
        onClick={() => onChange({ writer: writer.name })}
      >
        {shortenMiddle(writer.name, 28)}
      </button>
      {more > 0 ? ` and ${count(more)} more` : ""}
    </span>
  );
}
