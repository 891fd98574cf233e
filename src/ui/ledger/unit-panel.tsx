/** Shows a memory unit: reasons for its flags, source messages, and answers that used it. */
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import type { LedgerEntry } from "../../protocol/api/explorer/ledger.ts";
import { ledgerEntryQuery } from "../api/ledger.ts";
import { Icon } from "../components/page/icon.tsx";
import { Loaded } from "../components/page/states.tsx";
import { ClampedText } from "../components/text/clamped-text.tsx";
import { firstWords } from "../text/recorded-text.ts";
import { firstLine, shortenMiddle } from "../text/shorten.ts";
import { count, exactTime, percent } from "../text/time.ts";
import { OperationLink, VariableLink } from "../variable/variable-link.tsx";
import { FLAG_WORDS } from "./flag-words.ts";

interface UnitPanelProps {
  readonly project: string;
  readonly graph: string;
  readonly name: string;
  readonly onClose: () => void;
}

export function UnitPanel({ project, graph, name, onClose }: UnitPanelProps) {
  const query = useQuery(ledgerEntryQuery(project, graph, name));
  return (
    <aside className="panel unit-panel" aria-label="Open unit">
      <header className="panel-header">
        <h2>
          <code>{shortenMiddle(name, 60)}</code>
        </h2>
        <button type="button" className="button small" onClick={onClose}>
          <Icon name="cross" size={12} /> Close
        </button>
      </header>
      <Loaded query={query} what="The unit could not be loaded">
        {(entry) => <Entry {...{ project, graph, entry }} />}
      </Loaded>
    </aside>
  );
}

interface EntryProps {
  readonly project: string;
  readonly graph: string;
  readonly entry: LedgerEntry;
}

function Entry(props: EntryProps) {
  const { project, graph, entry } = props;
  return (
    <>
      <ClampedText text={entry.text} limit={300} />
      {entry.length > entry.text.length ? (
        <p className="muted">
          Only the first part of the {count(entry.length)} characters is shown.
        </p>
      ) : null}
      <p className="unit-links">
        <VariableLink {...{ project, graph, variable: entry.variable, limit: 48 }} />
        <Link
          to="/p/$project/graphs/$graph/variables/$variable"
          params={{ project, graph, variable: entry.variable }}
          search={{ show: "blame" }}
        >
          Blame
        </Link>
        <Link
          to="/p/$project/graphs/$graph/derived/$variable"
          params={{ project, graph, variable: entry.name }}
        >
          Derived values
        </Link>
        <Link
          to="/p/$project/graphs/$graph/impact/$variable"
          params={{ project, graph, variable: entry.name }}
        >
          Dependent right answers
        </Link>
      </p>
      <Flags {...props} />
      <Part title="Written by" count={entry.counts.writers}>
        {entry.writers.map(({ op, name }) => (
          <li key={op}>
            <OperationLink {...{ project, graph, op, name }} />
          </li>
        ))}
      </Part>
      <Sources {...props} />
      <Reads {...props} />
      <Part title="Answers based on this unit" count={entry.counts.answers}>
        {entry.answers.map(({ variable, text, at }) => (
          <li key={variable}>
            <VariableLink {...{ project, graph, variable }} />{" "}
            <span className="muted">
              {firstWords(text, 120)} · {exactTime(at)}
            </span>
          </li>
        ))}
      </Part>
      <Part title="Wrong answers that this unit caused" count={entry.counts.wrong}>
        {entry.cases.map(({ id, query, errorType, opName }) => (
          <li key={id}>
            <Link to="/p/$project/cases/$case" params={{ project, case: id }}>
              {firstLine(query, 120) || "(empty)"}
            </Link>{" "}
            <span className="muted">
              {[errorType, opName && shortenMiddle(opName, 40)].filter(Boolean).join(" · ")}
            </span>
          </li>
        ))}
      </Part>
    </>
  );
}

function Flags({ project, graph, entry }: EntryProps) {
  if (entry.flags.length === 0) return null;
  return (
    <ul className="unit-flags">
      {entry.flags.map(({ flag, proof }) => (
        <li key={flag}>
          <strong>{FLAG_WORDS[flag].name}.</strong> {FLAG_WORDS[flag].how}{" "}
          <span className="muted">{FLAG_WORDS[flag].proof}:</span>{" "}
          {proof.map((variable) => (
            <span key={variable} className="proof">
              <VariableLink {...{ project, graph, variable }} />
            </span>
          ))}
        </li>
      ))}
    </ul>
  );
}

/**
 * Lists the source messages of the unit's text. If they are unknown, lists the nearest messages
 * before the unit.
 */
function Sources({ project, graph, entry }: EntryProps) {
  const { sources, messages, length } = entry;
  const shown = sources ?? messages.map((variable) => ({ variable, text: "", chars: undefined }));
  return (
    <Part title="From messages" count={shown.length}>
      {shown.map(({ variable, text, chars }) => (
        <li key={variable}>
          <VariableLink {...{ project, graph, variable }} />{" "}
          <span className="muted">
            {chars === undefined ? "" : `${percent(chars / Math.max(1, length))} of the text: `}
            {firstWords(text, 120)}
          </span>
        </li>
      ))}
    </Part>
  );
}

function Reads({ project, graph, entry }: EntryProps) {
  return (
    <Part title="Read by" count={entry.counts.reads}>
      {entry.reads.map((read, place) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: one step may read a version twice
        <li key={place}>
          <OperationLink {...{ project, graph, op: read.op, name: read.opName }} />{" "}
          {read.rank === null ? null : <span>rank {count(read.rank)}</span>}{" "}
          {read.score === null ? null : <span>score {read.score}</span>}{" "}
          <span className="muted">
            {read.query === null ? null : `“${firstWords(read.query.text, 120)}” · `}
            {exactTime(read.at)}
          </span>
        </li>
      ))}
      {entry.reads.length < entry.counts.reads ? (
        <li className="muted">Only the latest {count(entry.reads.length)} reads are listed.</li>
      ) : null}
    </Part>
  );
}

interface PartProps {
  readonly title: string;
  readonly count: number;
  readonly children: ReactNode;
}

function Part({ title, count: total, children }: PartProps) {
  return (
    <section className="unit-part">
      <h3>
        {title} <span className="muted">{count(total)}</span>
      </h3>
      {total === 0 ? null : <ul>{children}</ul>}
    </section>
  );
}
