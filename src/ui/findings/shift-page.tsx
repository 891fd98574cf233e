import { useQuery } from "@tanstack/react-query";
import { getRouteApi } from "@tanstack/react-router";
import type { Shift } from "../../protocol/api/insights/shifts.ts";
import { useTitle } from "../components/page/page-header.tsx";
import { TableHead } from "../components/page/table-head.tsx";
import { Headline } from "../components/text/headline.tsx";
import { isErrorType, LOOKS, UNDECIDED } from "../error-types.ts";
import { chanceText, count, dayOf, exactTime, percent, wrongAnswers } from "../text/time.ts";
import { CasesBehind } from "./cases-behind.tsx";
import { shiftQuery } from "./findings-api.ts";
import "./findings.css";
import { Crumbs } from "../components/page/crumbs.tsx";
import { LoadedPage } from "../components/page/loaded-page.tsx";

const route = getRouteApi("/p/$project/shifts/$shift");

export function ShiftPage() {
  const { project, shift } = route.useParams();
  const query = useQuery(shiftQuery(project, shift));
  return (
    <LoadedPage query={query} project={project} list="Findings" of="shift">
      {(loaded) => <ShiftView project={project} shift={loaded} />}
    </LoadedPage>
  );
}

function ShiftView({ project, shift }: { project: string; shift: Shift }) {
  const { id, headline, system, at, body } = shift;
  useTitle("The mix of errors shifted");
  return (
    <article className="finding">
      <Crumbs project={project} list="Findings" />
      <Headline text={headline} />
      <p className="muted">
        {system ? `${system} · ` : ""}found {exactTime(at)} · {wrongAnswers(body.now.cases)} from{" "}
        {dayOf(body.now.from)} to {dayOf(body.now.to)}, against {count(body.before.cases)} from{" "}
        {dayOf(body.before.from)} to {dayOf(body.before.to)}
      </p>
      <section>
        <h2>What changed</h2>
        <MovedTable body={body} />
        <p className="muted">
          In Fisher’s exact test, a share counts as changed if its p-value is below{" "}
          {chanceText(body.level)}. This limit is 5%, divided among all comparisons since the
          previous shift.
        </p>
      </section>
      <CasesBehind project={project} of={{ shift: id }} />
    </article>
  );
}

function MovedTable({ body: { before, now, moved } }: { body: Shift["body"] }) {
  return (
    <table>
      <TableHead
        columns={["Share", { figure: "Before" }, { figure: "Now" }, { figure: "p-value" }]}
      />
      <tbody>
        {moved.map((one) => (
          <tr key={`${one.of} ${one.key}`}>
            <th scope="row">{nameOf(one)}</th>
            <td className="number">
              {percent(one.before / wholeOf(one, before))}{" "}
              <span className="muted">({count(one.before)})</span>
            </td>
            <td className="number">
              {percent(one.now / wholeOf(one, now))}{" "}
              <span className="muted">({count(one.now)})</span>
            </td>
            <td className="number">{chanceText(one.p)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

type Moved = Shift["body"]["moved"][number];

function nameOf({ of, key }: Moved): string {
  if (of === "outcome") return UNDECIDED.label;
  return of === "errorType" && isErrorType(key) ? LOOKS[key].label : key;
}

/**
 * Returns the number of cases that is 100% in this row. Undecided cases have no error type and no
 * operation. So only a row about outcomes counts them.
 */
function wholeOf({ of }: Moved, { cases, undecided }: Shift["body"]["now"]): number {
  return of === "outcome" ? cases : cases - undecided;
}
