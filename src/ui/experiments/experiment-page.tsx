/**
 * Shows an experiment's share of right answers, a comparison with an earlier experiment, and all
 * questions.
 */
import { useInfiniteQuery, useQuery, useQueryClient } from "@tanstack/react-query";
import { getRouteApi, Link, useNavigate } from "@tanstack/react-router";
import type { Experiment } from "../../protocol/api/experiments.ts";
import { DeleteButton } from "../components/form/delete-button.tsx";
import { Select } from "../components/form/field.tsx";
import { useTitle } from "../components/page/page-header.tsx";
import { CopyButton } from "../components/text/copy-button.tsx";
import { Headline } from "../components/text/headline.tsx";
import { Id } from "../components/text/id.tsx";
import { CostNote } from "../prices/cost-note.tsx";
import { tokensText } from "../text/cost.ts";
import { count, exactPercent, exactTime } from "../text/time.ts";
import { ExperimentComparison } from "./comparison.tsx";
import { deleteExperiment, experimentQuery, experimentsQuery } from "./experiments-api.ts";
import { FixedFindings } from "./fixed-findings.tsx";
import { ResultList } from "./result-list.tsx";
import { ShareOfRight, sayOthers } from "./share-of-right.tsx";
import "./experiments.css";
import { Crumbs } from "../components/page/crumbs.tsx";
import { LoadedPage } from "../components/page/loaded-page.tsx";

const route = getRouteApi("/p/$project/experiments/$experiment");

export function ExperimentPage() {
  const { project, experiment } = route.useParams();
  const query = useQuery(experimentQuery(project, experiment));
  return (
    <LoadedPage query={query} project={project} list="Experiments" of="experiment">
      {(loaded) => <ExperimentView project={project} experiment={loaded} />}
    </LoadedPage>
  );
}

function ExperimentView({ project, experiment }: { project: string; experiment: Experiment }) {
  const { id, name, dataset, datasetName, figures, items, state, createdAt, tokens } = experiment;
  const { against, outcome } = route.useSearch();
  const navigate = route.useNavigate();
  useTitle(name);
  const others = sayOthers(figures);
  return (
    <article className="experiment">
      <header className="experiment-header">
        <Crumbs project={project} list="Experiments" here={<Id id={id} />}>
          <CopyButton text={window.location.href} label="Copy link" />
          <DeleteExperiment project={project} experiment={experiment} />
        </Crumbs>
        <p className="experiment-name">{name}</p>
        <Headline text={headline(experiment)} />
        <p>
          <ShareOfRight figures={figures} isSaid />
        </p>
        <p className="muted">
          {others === "" ? "" : `${others} · `}
          {state === "running" ? `${count(figures.answered)} of ${count(items)} asked · ` : ""}
          <Link to="/p/$project/datasets/$dataset" params={{ project, dataset }}>
            {datasetName}
          </Link>{" "}
          · {exactTime(createdAt)}
        </p>
        {tokens.inputTokens + tokens.outputTokens === 0 ? null : (
          <>
            <p className="muted">{tokensText(tokens)}</p>
            <CostNote project={project} costs={[tokens.cost]} />
          </>
        )}
        {state === "running" ? (
          <p className="muted">
            The experiment is running or was interrupted. After an interruption, run the command
            again with <code>--resume {id}</code> to ask the remaining questions.
          </p>
        ) : null}
      </header>
      <section>
        <h2>Comparison with an earlier experiment</h2>
        <ChooseEarlier
          project={project}
          experiment={experiment}
          against={against}
          onChoose={(chosen) => navigate({ search: { outcome, against: chosen } })}
        />
        {against ? (
          <ExperimentComparison project={project} experiment={id} against={against} />
        ) : null}
      </section>
      <FixedFindings project={project} experiment={id} />
      <section>
        <h2>Questions</h2>
        <ResultList
          project={project}
          experiment={id}
          outcome={outcome}
          figures={figures}
          onChoose={(chosen) => navigate({ search: { against, outcome: chosen } })}
        />
      </section>
    </article>
  );
}

function headline({ figures, items, state }: Experiment): string {
  const { right, wrong, failed, share } = figures;
  if (share === null) {
    return state === "running" ? "No answer was judged yet" : "No answer could be judged";
  }
  const of = right + wrong + failed;
  const whole = state === "running" && of < items ? " so far" : "";
  return `${exactPercent(share)} right: ${count(right)} of ${count(of)} answers${whole}`;
}

interface ChooseEarlierProps {
  readonly project: string;
  readonly experiment: Experiment;
  readonly against: string | undefined;
  readonly onChoose: (id: string | undefined) => void;
}

/**
 * Lets a person choose the experiment to compare with. Experiments on the same dataset are listed
 * first.
 */
function ChooseEarlier({ project, experiment, against, onChoose }: ChooseEarlierProps) {
  const query = useInfiniteQuery(experimentsQuery(project));
  const others = (query.data?.pages.flatMap(({ items }) => items) ?? [])
    .filter(({ id }) => id !== experiment.id)
    .sort(
      (one, other) =>
        Number(other.dataset === experiment.dataset) - Number(one.dataset === experiment.dataset),
    );
  const listed = others.some(({ id }) => id === against) || !against;
  const options = [
    { value: "", label: "None" },
    ...(listed ? [] : [{ value: against, label: against }]),
    ...others.map(({ id, name, datasetName, createdAt }) => ({
      value: id,
      label: `${name} · ${datasetName} · ${exactTime(createdAt)}`,
    })),
  ];
  return (
    <Select
      label="Compare with"
      value={against ?? ""}
      options={options}
      onChange={(chosen) => onChoose(chosen === "" ? undefined : chosen)}
    />
  );
}

function DeleteExperiment({ project, experiment }: { project: string; experiment: Experiment }) {
  const navigate = useNavigate();
  const client = useQueryClient();
  return (
    <DeleteButton
      label="Delete"
      look="small quiet"
      title={`Delete “${experiment.name}”`}
      action="Delete the experiment"
      onDelete={() => deleteExperiment(project, experiment.id)}
      onDeleted={() => {
        client.invalidateQueries({ queryKey: [project, "experiments"] });
        return navigate({ to: "/p/$project/experiments", params: { project } });
      }}
    >
      <p>
        This deletes the results of the experiment. You cannot undo this. The graphs of the
        questions stay.
      </p>
    </DeleteButton>
  );
}
