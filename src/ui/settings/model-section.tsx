/** Lets a person set the model for cases that the tracer cannot decide alone. */
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import type { ModelSettings } from "../../protocol/api/model-settings.ts";
import { removeModel, testModel } from "../api/commands.ts";
import { ApiFailure } from "../api/request.ts";
import { modelQuery } from "../api/resources.ts";
import { Failure, Loaded } from "../components/page/states.tsx";
import { ModelForm } from "./model-form.tsx";
import "./model.css";
import { count, money, secondsText } from "../text/time.ts";

export function ModelSection({ project }: { project: string }) {
  const query = useQuery(modelQuery(project));
  const forbidden = query.error instanceof ApiFailure && query.error.status === 403;
  return (
    <section className="panel settings model-section" aria-labelledby="model-title">
      <h2 id="model-title">Model</h2>
      <p className="muted">
        Most verdicts need no model. If MemTrace cannot decide a case by comparing words, it can ask
        a model small questions, and let an agent investigate the remaining cases. The model can
        have any OpenAI-compatible endpoint. Without an endpoint, MemTrace sends no data to a model
        outside of this deployment.
      </p>
      {forbidden ? (
        <p>Only owners and admins of the organization can see and change the model.</p>
      ) : (
        <Loaded query={query} what="The model could not be loaded">
          {(settings) => (
            <>
              <ModelForm key={JSON.stringify(settings)} project={project} settings={settings} />
              {settings.endpoints.length > 0 || settings.workersAi ? (
                <Configured project={project} settings={settings} />
              ) : null}
            </>
          )}
        </Loaded>
      )}
    </section>
  );
}

function Configured({ project, settings }: { project: string; settings: ModelSettings }) {
  const client = useQueryClient();
  const test = useMutation({ mutationFn: () => testModel(project) });
  const remove = useMutation({
    mutationFn: () => removeModel(project),
    onSuccess: () => client.invalidateQueries({ queryKey: modelQuery(project).queryKey }),
  });
  const { calls, usd } = settings.today;
  return (
    <>
      <hr />
      <p className="muted">
        Today: {count(calls)} {calls === 1 ? "call" : "calls"}, {money(usd)} of{" "}
        {money(settings.usdPerDay)}.
      </p>
      <p className="ask">
        <button
          type="button"
          className="button"
          disabled={test.isPending}
          onClick={() => test.mutate()}
        >
          {test.isPending ? "Asking…" : "Test"}
        </button>
        <button
          type="button"
          className="button"
          disabled={remove.isPending}
          onClick={() => remove.mutate()}
        >
          Stop using a model
        </button>
      </p>
      {test.error ? <Failure error={test.error} what="The model was not tested" /> : null}
      {remove.error ? (
        <Failure error={remove.error} what="The model's settings were not removed" />
      ) : null}
      <ul className="model-answers" role="status">
        {(test.data?.items ?? []).map(({ url, model, ok, milliseconds, message }) => (
          <li key={`${url} ${model}`}>
            <b className={ok ? "good" : "bad"}>{ok ? "✓ answers" : "✗ does not answer"}</b>{" "}
            <code>{model}</code> at <code>{url}</code>, {secondsText(milliseconds / 1_000)}
            <p className="soft">{message}</p>
          </li>
        ))}
      </ul>
    </>
  );
}
