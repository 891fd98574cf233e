/**
 * Shows the share of answers that the project's model judges as wrong, and lists the judgements.
 */
import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { getRouteApi, Link } from "@tanstack/react-router";
import type { JudgeFigures, Judgement } from "../../protocol/api/annotation/judge.ts";
import { Select } from "../components/form/field.tsx";
import { IntervalBar } from "../components/page/interval-bar.tsx";
import { PageHeader } from "../components/page/page-header.tsx";
import { PagedList } from "../components/page/paged-list.tsx";
import { Empty, Loaded } from "../components/page/states.tsx";
import { count, exactPercent, money } from "../text/time.ts";
import { judgementsQuery, judgeQuery } from "./judge-api.ts";
import { JudgementTable } from "./judgement-table.tsx";
import "./judge.css";

const route = getRouteApi("/p/$project/judge");

const CHOICES: readonly { value: Judgement | "all"; label: string }[] = [
  { value: "all", label: "All judgements" },
  { value: "wrong", label: "Wrong" },
  { value: "right", label: "Right" },
  { value: "unknown", label: "Cannot be told" },
];

export function JudgePage() {
  const { project } = route.useParams();
  const { judgement } = route.useSearch();
  const navigate = route.useNavigate();
  const query = useQuery(judgeQuery(project));
  const judgements = useInfiniteQuery(judgementsQuery(project, judgement));
  return (
    <>
      <PageHeader title="Judge" />
      <div className="sections">
        <Loaded query={query} what="The figures could not be loaded">
          {(figures) => <Figures project={project} figures={figures} />}
        </Loaded>
        <div className="judge-filter">
          <Select
            label="Shown judgements"
            value={judgement ?? "all"}
            options={CHOICES}
            onChange={(value) => navigate({ search: value === "all" ? {} : { judgement: value } })}
          />
        </div>
        <PagedList
          query={judgements}
          of="judgements"
          empty={
            <Empty title="No judgements">
              <p>
                MemTrace picks some answers of a graph and judges them after the graph has had no
                new events for ten minutes.
              </p>
              <p>
                <a href="/docs/production#the-projects-model-as-a-judge">How the judge works</a>
              </p>
            </Empty>
          }
          onOpen={(row) =>
            row.case === null
              ? undefined
              : navigate({ to: "/p/$project/cases/$case", params: { project, case: row.case } })
          }
        >
          {(rows) => <JudgementTable {...{ project, rows }} />}
        </PagedList>
      </div>
    </>
  );
}

function Figures({ project, figures }: { project: string; figures: JudgeFigures }) {
  const { settings, right, wrong, unknown, waiting, failed, today } = figures;
  return (
    <section className="panel" aria-label="Figures">
      <p className="headline">{headlineOf(figures)}</p>
      <Bar of={figures.wrongShare} />
      <p>{agreementOf(figures)}</p>
      <p className="muted">
        {count(right)} right, {count(wrong)} wrong, {count(unknown)} “cannot be told”,{" "}
        {count(waiting)} waiting, {count(failed)} not judged. Today: {count(today.answers)} of at
        most {count(settings.answersPerDay)} answers, {money(today.usd)} of{" "}
        {money(settings.usdPerDay)}.
      </p>
      <p className="muted">
        {settings.enabled
          ? `The project's model judges ${exactPercent(settings.share)} of the answers that nobody judged. A judgement counts only with a quotation from a recorded message. `
          : "The judge is switched off. "}
        <Link to="/p/$project/settings" params={{ project }}>
          Settings
        </Link>
      </p>
    </section>
  );
}

function Bar({ of: { share, low, high } }: { of: JudgeFigures["wrongShare"] }) {
  return share === null ? null : <IntervalBar {...{ share, low, high }} />;
}

function headlineOf({ right, wrong, wrongShare: { share, low, high } }: JudgeFigures): string {
  if (share === null) return "The judge has not judged any answer yet.";
  return `${exactPercent(share)} of ${count(right + wrong)} judged answers are wrong (95% interval: ${exactPercent(low)} to ${exactPercent(high)}).`;
}

function agreementOf({ agreement: { compared, share, low, high } }: JudgeFigures): string {
  if (share === null) return "Nobody has labelled or disputed a judged answer yet.";
  return `People agree with the judge on ${exactPercent(share)} of the ${count(compared)} judged answers that they labelled or disputed (95% interval: ${exactPercent(low)} to ${exactPercent(high)}).`;
}
