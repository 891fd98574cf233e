/** Lists judged answers. A person can object to a judgement. */
import { useInfiniteQuery, useMutation, useQueryClient } from "@tanstack/react-query";
import { Link, useNavigate } from "@tanstack/react-router";
import type { JudgedAnswer } from "../../protocol/api/annotation/answers.ts";
import type { LabelState } from "../../protocol/api/annotation/labels.ts";
import { useMay } from "../api/may.ts";
import type { CaseSearch } from "../cases/case-search.ts";
import { NothingMatches } from "../cases/nothing-matches.tsx";
import { ShowMore } from "../components/page/show-more.tsx";
import { Failure, Loaded, Skeleton } from "../components/page/states.tsx";
import { WideTable } from "../components/page/wide-table.tsx";
import { Moment } from "../components/text/moment.tsx";
import { TypeChip } from "../components/text/type-chip.tsx";
import { firstLine } from "../text/shorten.ts";
import { answersQuery, disputeAnswer } from "./answers-api.ts";
import { ObjectionQuestion, useObjection } from "./objection.tsx";
import "./answers.css";

interface AnswersViewProps {
  readonly project: string;
  readonly search: CaseSearch;
  readonly judged: "all" | "right";
  readonly onChange: (search: CaseSearch) => void;
}

export function AnswersView({ project, search, judged, onChange }: AnswersViewProps) {
  const query = useInfiniteQuery(answersQuery(project, search, judged));
  const client = useQueryClient();
  const navigate = useNavigate();
  const dispute = useMutation({
    mutationFn: (answer: string) => disputeAnswer(project, answer),
    onSuccess: (opened) => {
      for (const name of ["answers", "cases"])
        void client.invalidateQueries({ queryKey: [project, name] });
      return navigate({ to: "/p/$project/cases/$case", params: { project, case: opened.id } });
    },
  });
  const objection = useObjection(project);
  const mayWrite = useMay(project, "write");
  return (
    <Loaded
      query={query}
      what="The answers could not be loaded"
      skeleton={<Skeleton rows={12} height={24} />}
    >
      {({ pages }) => {
        const rows = pages.flatMap(({ items }) => items);
        if (rows.length === 0) {
          const title = judged === "right" ? "No right answer here" : "No judged answer here";
          return <NothingMatches title={title} search={search} onChange={onChange} />;
        }
        return (
          <>
            {dispute.error ? <Failure error={dispute.error} what="No case was opened" /> : null}
            <ObjectionQuestion objection={objection} />
            <WideTable
              className="judged-answers with-texts"
              columns={["When", "Question", "Expected", "Answered", "Judged", { hidden: "Object" }]}
            >
              {rows.map((row) => (
                <AnswerRow
                  key={row.id}
                  project={project}
                  row={row}
                  said={objection.said.get(row.id)}
                  mayWrite={mayWrite}
                  busy={dispute.isPending || objection.isPending}
                  onDispute={() => dispute.mutate(row.id)}
                  onMarkRight={() => objection.begin(row.id)}
                />
              ))}
            </WideTable>
            <ShowMore query={query}>Show older answers</ShowMore>
          </>
        );
      }}
    </Loaded>
  );
}

interface AnswerRowProps {
  readonly project: string;
  readonly row: JudgedAnswer;
  /**
   * State of the case's labels after the person has objected to this answer, for example
   * `disputed`. Undefined if the person has not objected.
   */
  readonly said: LabelState | undefined;
  readonly mayWrite: boolean;
  readonly busy: boolean;
  readonly onDispute: () => void;
  readonly onMarkRight: () => void;
}

function AnswerRow(props: AnswerRowProps) {
  const { project, row, said, mayWrite, busy, onDispute, onMarkRight } = props;
  const isRight = row.judged === "right";
  const question = firstLine(row.query, 160) || "(empty)";
  return (
    <tr>
      <td>
        <Moment iso={row.occurredAt} />
      </td>
      <th scope="row">
        {isRight ? (
          <Link
            data-row-link
            to="/p/$project/graphs/$graph"
            params={{ project, graph: row.graph }}
            search={row.queryId === null ? {} : { variable: row.queryId }}
          >
            {question}
          </Link>
        ) : (
          <Link data-row-link to="/p/$project/cases/$case" params={{ project, case: row.id }}>
            {question}
          </Link>
        )}
      </th>
      <td className="soft">{firstLine(row.expected.join(" · "), 160) || "–"}</td>
      <td className="soft">{firstLine(row.prediction, 160) || "(empty)"}</td>
      <td>
        <Judgement row={row} said={said} />
      </td>
      <td>
        {!mayWrite ? null : isRight ? (
          <button
            type="button"
            className="button small quiet"
            aria-label={`“${firstLine(row.query, 60)}” was answered wrongly: open a case`}
            disabled={busy}
            onClick={onDispute}
          >
            Mark as wrong
          </button>
        ) : row.labelledType === "JudgeError" || said !== undefined ? null : (
          <button
            type="button"
            className="button small quiet"
            aria-label={`“${firstLine(row.query, 60)}” was answered rightly: label it as the judge's error`}
            disabled={busy}
            onClick={onMarkRight}
          >
            Mark as right
          </button>
        )}
      </td>
    </tr>
  );
}

function Judgement({ row, said }: { row: JudgedAnswer; said: LabelState | undefined }) {
  if (row.judged === "right") return <span className="judged-right">Right</span>;
  if (said !== undefined)
    return (
      <span>{said === "disputed" ? "Wrong; you say right, disputed" : "Wrong; you say right"}</span>
    );
  if (row.labelledType === "JudgeError") return <span>Wrong; a person says right</span>;
  return (
    <span className="judged-wrong">
      Wrong {row.errorType ? <TypeChip type={row.errorType} /> : null}
    </span>
  );
}
