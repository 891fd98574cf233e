import { Link } from "@tanstack/react-router";
import type { JudgementOf } from "../../protocol/api/annotation/judge.ts";
import { WideTable } from "../components/page/wide-table.tsx";
import { ClampedText } from "../components/text/clamped-text.tsx";
import { Moment } from "../components/text/moment.tsx";

const WORDS = { right: "Right", wrong: "Wrong", unknown: "Cannot be told" } as const;
const SHOWN_CHARS = 160;

interface JudgementTableProps {
  readonly project: string;
  readonly rows: readonly JudgementOf[];
}

export function JudgementTable({ project, rows }: JudgementTableProps) {
  return (
    <WideTable
      className="judgements"
      columns={["Judgement", "Question", "Given answer", "Quotation", "Reason", "Answered"]}
    >
      {rows.map((row) => (
        <tr key={row.id}>
          <td>
            <Verdict project={project} row={row} />
          </td>
          <td>
            <ClampedText text={row.query} limit={SHOWN_CHARS} />
          </td>
          <td>
            <ClampedText text={row.prediction} limit={SHOWN_CHARS} />
          </td>
          <td>
            <Quotation project={project} row={row} />
          </td>
          <td>
            <ClampedText text={row.reason} limit={SHOWN_CHARS} />
          </td>
          <td>
            <Moment iso={row.occurredAt} />
          </td>
        </tr>
      ))}
    </WideTable>
  );
}

function Verdict({ project, row }: { project: string; row: JudgementOf }) {
  const word = WORDS[row.judgement];
  if (row.case === null) return word;
  return (
    <Link to="/p/$project/cases/$case" params={{ project, case: row.case }}>
      {word}
    </Link>
  );
}

function Quotation({
  project,
  row: { graph, quote, message },
}: {
  project: string;
  row: JudgementOf;
}) {
  if (message === null) return quote;
  return (
    <Link
      to="/p/$project/graphs/$graph/variables/$variable"
      params={{ project, graph, variable: message }}
    >
      {quote}
    </Link>
  );
}
