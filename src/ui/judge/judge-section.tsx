/** Lets a person set whether the project's model judges answers, and how many per day. */
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { useState } from "react";
import type { JudgeSettings } from "../../protocol/api/annotation/judge.ts";
import { useMay } from "../api/may.ts";
import { Field } from "../components/form/field.tsx";
import { Failure, Loaded } from "../components/page/states.tsx";
import { judgeQuery, putJudge } from "./judge-api.ts";

export function JudgeSection({ project }: { project: string }) {
  const query = useQuery(judgeQuery(project));
  return (
    <section className="panel settings model-section" aria-labelledby="judge-title">
      <h2 id="judge-title">Judge</h2>
      <p className="muted">
        The project's model can judge a sample of the answers that nobody judged. If the model
        judges an answer as wrong, MemTrace opens a case.{" "}
        <Link to="/p/$project/judge" params={{ project }}>
          Judgements
        </Link>
      </p>
      <Loaded query={query} what="The judge's settings could not be loaded">
        {({ settings }) => (
          <JudgeForm key={JSON.stringify(settings)} project={project} settings={settings} />
        )}
      </Loaded>
    </section>
  );
}

interface Draft {
  readonly enabled: boolean;
  readonly percent: string;
  readonly answers: string;
  readonly usd: string;
}

function JudgeForm({ project, settings }: { project: string; settings: JudgeSettings }) {
  const [draft, setDraft] = useState<Draft>({
    enabled: settings.enabled,
    percent: String(100 * settings.share),
    ...{ answers: String(settings.answersPerDay), usd: String(settings.usdPerDay) },
  });
  const mayChange = useMay(project, "admin");
  const client = useQueryClient();
  const save = useMutation({
    mutationFn: () => putJudge(project, settingsOf(draft)),
    onSuccess: () => client.invalidateQueries({ queryKey: judgeQuery(project).queryKey }),
  });
  const change = (some: Partial<Draft>) => setDraft({ ...draft, ...some });
  const number = { type: "number", step: "any", required: true, disabled: !mayChange };
  return (
    <form
      className="model-form"
      onSubmit={(event) => {
        event.preventDefault();
        save.mutate();
      }}
    >
      <p>
        <label>
          <input
            type="checkbox"
            checked={draft.enabled}
            disabled={!mayChange}
            onChange={(event) => change({ enabled: event.target.checked })}
          />{" "}
          Let the project's model judge answers
        </label>
      </p>
      <Field
        {...number}
        label="Share of unjudged answers to judge, in percent"
        min={0.1}
        max={100}
        value={draft.percent}
        onChange={(event) => change({ percent: event.target.value })}
      />
      <Field
        {...number}
        label="Maximum answers to judge per day"
        min={1}
        max={10_000}
        step={1}
        value={draft.answers}
        onChange={(event) => change({ answers: event.target.value })}
      />
      <Field
        {...number}
        label="Maximum cost of judging per day ($)"
        min={0}
        max={100_000}
        value={draft.usd}
        onChange={(event) => change({ usd: event.target.value })}
        hint="The daily limit of the project's model also applies."
      />
      {save.error ? <Failure error={save.error} what="The judge was not changed" /> : null}
      {mayChange ? (
        <p className="ask">
          <button type="submit" className="button" disabled={save.isPending}>
            Save judge
          </button>
        </p>
      ) : (
        <p>Only owners and admins of the organization can change the judge.</p>
      )}
    </form>
  );
}

function settingsOf({ enabled, percent, answers, usd }: Draft): JudgeSettings {
  return {
    ...{ enabled, share: Number(percent) / 100 },
    ...{ answersPerDay: Number(answers), usdPerDay: Number(usd) },
  };
}
