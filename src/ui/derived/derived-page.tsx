/**
 * Lists values derived from a message or memory unit, and which of them still exist. The person can
 * export the list as an erasure report, which shows what is left of a deleted message.
 */
import { useInfiniteQuery } from "@tanstack/react-query";
import { getRouteApi } from "@tanstack/react-router";
import type { DerivedFigures, DerivedValue } from "../../protocol/api/explorer/derived.ts";
import { DERIVED_ROLES, type DerivedRole } from "../../protocol/api/explorer/ledger-words.ts";
import { derivedQuery, loadDerived } from "../api/ledger.ts";
import { GraphCrumbs } from "../components/page/crumbs.tsx";
import { DownloadFile } from "../components/page/download-file.tsx";
import { PageHeader } from "../components/page/page-header.tsx";
import { ShowMore } from "../components/page/show-more.tsx";
import { Loaded } from "../components/page/states.tsx";
import { WideTable } from "../components/page/wide-table.tsx";
import { ClampedText } from "../components/text/clamped-text.tsx";
import { count, exactTime } from "../text/time.ts";
import { OperationLink, VariableLink } from "../variable/variable-link.tsx";
import { derivedAsCsv } from "./derived-as-csv.ts";
import { parseDerivedSearch } from "./derived-search.ts";
import "./derived.css";

const route = getRouteApi("/p/$project/graphs/$graph/derived/$variable");

export function DerivedPage() {
  const { project, graph, variable } = route.useParams();
  const { role } = route.useSearch();
  const query = useInfiniteQuery(derivedQuery(project, graph, variable, role));
  const values = query.data?.pages.flatMap(({ items }) => items) ?? [];
  const figures = query.data?.pages[0]?.figures;
  return (
    <>
      <GraphCrumbs project={project} graph={graph} />
      <PageHeader title="Derived values">
        <DownloadFile
          name="erasure-report.csv"
          load={async () => derivedAsCsv(await loadAll(project, graph, variable))}
        >
          Export erasure report
        </DownloadFile>
      </PageHeader>
      <Loaded query={query} what="The derived values could not be loaded">
        {() => (
          <>
            {figures === undefined ? null : <Start {...{ project, graph, figures }} />}
            <RoleChoice role={role} />
            {values.length === 0 ? (
              <p className="muted">
                No {role === undefined ? "memory unit, prompt or answer" : ONE[role].toLowerCase()}{" "}
                was derived from this value.
              </p>
            ) : (
              <Values {...{ project, graph, values }} />
            )}
          </>
        )}
      </Loaded>
      <ShowMore query={query}>Show more values</ShowMore>
    </>
  );
}

async function loadAll(project: string, graph: string, variable: string): Promise<DerivedValue[]> {
  const values: DerivedValue[] = [];
  let cursor: string | undefined;
  do {
    const page = await loadDerived(project, graph, variable, undefined, cursor);
    for (const value of page.items) values.push(value);
    cursor = page.next ?? undefined;
  } while (cursor !== undefined);
  return values;
}

interface StartProps {
  readonly project: string;
  readonly graph: string;
  readonly figures: DerivedFigures;
}

function Start({ project, graph, figures }: StartProps) {
  return (
    <section className="panel derived-start">
      <p>
        {figures.start.slice(0, 4).map((id) => (
          <span key={id} className="derived-from">
            <VariableLink {...{ project, graph, variable: id, limit: 60 }} />
          </span>
        ))}
        {figures.start.length > 4 ? (
          <span className="muted">and {count(figures.start.length - 4)} more versions</span>
        ) : null}
      </p>
      <ClampedText text={figures.text} limit={300} />
      <p role="status">
        <strong>{said(figures.units, "memory unit", "memory units")}</strong>,{" "}
        {count(figures.heldUnits)} of them still in the memory (units in the memory that share a
        word with this text: {count(figures.statedUnits)});{" "}
        {said(figures.prompts, "prompt", "prompts")}; {said(figures.answers, "answer", "answers")}.
      </p>
      {figures.isComplete ? null : (
        <p className="bad">
          The list is incomplete, because one search cannot follow so many derived values. The list
          shows the values that are the fewest links away.
        </p>
      )}
    </section>
  );
}

const said = (number: number, one: string, many: string) =>
  `${count(number)} ${number === 1 ? one : many}`;

const ROLE_WORDS: Readonly<Record<DerivedRole, string>> = {
  unit: "Memory units",
  prompt: "Prompts",
  answer: "Answers",
};
const ONE: Readonly<Record<DerivedRole, string>> = {
  unit: "Memory unit",
  prompt: "Prompt",
  answer: "Answer",
};

function RoleChoice({ role }: { role: DerivedRole | undefined }) {
  const navigate = route.useNavigate();
  const choose = (chosen: DerivedRole | undefined) =>
    navigate({ search: parseDerivedSearch({ role: chosen }), resetScroll: false });
  return (
    <p className="segments derived-roles">
      <button type="button" aria-pressed={role === undefined} onClick={() => choose(undefined)}>
        All
      </button>
      {DERIVED_ROLES.map((each) => (
        <button key={each} type="button" aria-pressed={each === role} onClick={() => choose(each)}>
          {ROLE_WORDS[each]}
        </button>
      ))}
    </p>
  );
}

interface ValuesProps {
  readonly project: string;
  readonly graph: string;
  readonly values: readonly DerivedValue[];
}

function Values({ project, graph, values }: ValuesProps) {
  return (
    <WideTable
      columns={["Value", "Kind", "Text", "Shared words", "In the memory", "Links away", "Recorded"]}
    >
      {values.map((value) => (
        <tr key={value.variable}>
          <th scope="row">
            <VariableLink {...{ project, graph, variable: value.variable }} />
          </th>
          <td>{ONE[value.role]}</td>
          <td className="said">
            <ClampedText text={value.text} limit={160} />
          </td>
          <td className="said">
            {value.sharedWords.length === 0 ? (
              <span className="muted">none</span>
            ) : (
              value.sharedWords.join(", ")
            )}
          </td>
          <td>
            <Held {...{ project, graph, value }} />
          </td>
          <td className="number">{count(value.depth)}</td>
          <td>{exactTime(value.at)}</td>
        </tr>
      ))}
    </WideTable>
  );
}

function Held({ project, graph, value }: Omit<ValuesProps, "values"> & { value: DerivedValue }) {
  if (value.isHeld === null) return <span className="muted">–</span>;
  if (value.isHeld) return <strong>yes</strong>;
  const [op] = value.removedBy;
  return op === undefined ? (
    "no"
  ) : (
    <>
      no, removed by <OperationLink {...{ project, graph, op }} />
    </>
  );
}
