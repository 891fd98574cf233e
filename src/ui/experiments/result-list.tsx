import { useInfiniteQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import type {
  ExperimentFigures,
  ExperimentResult,
  ItemOutcome,
} from "../../protocol/api/experiments.ts";
import { ShowMore } from "../components/page/show-more.tsx";
import { Loaded } from "../components/page/states.tsx";
import { WideTable } from "../components/page/wide-table.tsx";
import { ClampedText } from "../components/text/clamped-text.tsx";
import { count } from "../text/time.ts";
import { Expected } from "./expected.tsx";
import { resultsQuery } from "./experiments-api.ts";

const OUTCOMES: readonly (readonly [ItemOutcome, string])[] = [
  ["wrong", "Wrong"],
  ["failed", "Errors"],
  ["right", "Right"],
  ["unjudged", "Not judged"],
];
const WORDS: Readonly<Record<ItemOutcome, string>> = {
  right: "right",
  wrong: "wrong",
  failed: "error",
  unjudged: "not judged",
};

interface ResultListProps {
  readonly project: string;
  readonly experiment: string;
  readonly outcome: ItemOutcome | undefined;
  readonly figures: ExperimentFigures;
  readonly onChoose: (outcome: ItemOutcome | undefined) => void;
}

/** Lists questions and answers. If an outcome is chosen, lists only answers with this outcome. */
export function ResultList({ project, experiment, outcome, figures, onChoose }: ResultListProps) {
  const query = useInfiniteQuery(resultsQuery(project, experiment, outcome));
  return (
    <>
      <fieldset className="outcome-choice">
        <legend className="visually-hidden">Show</legend>
        <Choice chosen={outcome === undefined} onChoose={() => onChoose(undefined)}>
          All {count(figures.answered)}
        </Choice>
        {OUTCOMES.map(([value, label]) => (
          <Choice key={value} chosen={outcome === value} onChoose={() => onChoose(value)}>
            {label} {count(figures[value])}
          </Choice>
        ))}
      </fieldset>
      <Loaded query={query} what="The results could not be loaded">
        {({ pages }) => (
          <ResultTable project={project} results={pages.flatMap(({ items }) => items)} />
        )}
      </Loaded>
      <ShowMore query={query}>Show more</ShowMore>
    </>
  );
}

interface ChoiceProps {
  readonly chosen: boolean;
  readonly onChoose: () => void;
  readonly children: React.ReactNode;
}

function Choice({ chosen, onChoose, children }: ChoiceProps) {
  return (
    <button type="button" className="button small" aria-pressed={chosen} onClick={onChoose}>
      {children}
    </button>
  );
}

interface ResultTableProps {
  readonly project: string;
  readonly results: readonly ExperimentResult[];
}

function ResultTable({ project, results }: ResultTableProps) {
  if (results.length === 0) return <p className="muted">None.</p>;
  return (
    <WideTable
      className="answers-table"
      columns={["Question", "Expected", "Answered", "Outcome", "Details"]}
    >
      {results.map((result) => (
        <ResultRow key={result.item} project={project} result={result} />
      ))}
    </WideTable>
  );
}

function ResultRow({ project, result }: { project: string; result: ExperimentResult }) {
  const { question, expected, answer, outcome, reason, error, graph } = result;
  return (
    <tr>
      <th scope="row">
        {question === null ? (
          <span className="muted">deleted</span>
        ) : (
          <ClampedText text={question} limit={240} />
        )}
      </th>
      <td>
        <Expected answers={expected} />
      </td>
      <td>
        {answer === null ? (
          <span className="muted">–</span>
        ) : (
          <ClampedText text={answer} limit={200} />
        )}
      </td>
      <td>
        <span className="outcome" data-outcome={outcome}>
          {WORDS[outcome]}
        </span>
        {(error ?? reason) ? (
          <p className="muted">
            <ClampedText text={error ?? reason ?? ""} limit={160} />
          </p>
        ) : null}
      </td>
      <td className="look-into">
        {graph ? (
          <Link to="/p/$project/graphs/$graph" params={{ project, graph }}>
            graph
          </Link>
        ) : null}
        {result.case ? (
          <Link to="/p/$project/cases/$case" params={{ project, case: result.case }}>
            case
          </Link>
        ) : null}
      </td>
    </tr>
  );
}
