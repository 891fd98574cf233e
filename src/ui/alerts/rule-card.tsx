/** Shows an alert rule, with buttons to send a sample, and to mute, disable or delete the rule. */
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import type { Channel } from "../../protocol/api/alerts/channels.ts";
import type { AlertRule, UpdateAlertRule } from "../../protocol/api/alerts/rules.ts";
import { deleteRule, rulesQuery, testRule, updateRule } from "../api/alerts.ts";
import { Confirm } from "../components/form/dialog.tsx";
import { Failure } from "../components/page/states.tsx";
import { Id } from "../components/text/id.tsx";
import { Moment } from "../components/text/moment.tsx";
import { TestAnswer } from "../webhooks/test-answer.tsx";
import { filterOf, isMuted, whenOf } from "./rule-words.ts";

const DAY_MS = 24 * 3_600_000;

interface RuleCardProps {
  readonly project: string;
  readonly rule: AlertRule;
  /** Undefined until the channels have loaded. */
  readonly channels: readonly Channel[] | undefined;
}

export function RuleCard({ project, rule, channels }: RuleCardProps) {
  const { id, name, state, quiet, timeZone, mutedUntil, firedAt } = rule;
  const [isDeleting, setDeleting] = useState(false);
  const { test, change, remove } = useRuleActions(project, id);
  const muted = isMuted(rule, Date.now());
  const names = rule.channels.map((channel) => {
    if (channels === undefined) return "…";
    return channels.find((known) => known.id === channel)?.name ?? "a deleted channel";
  });
  const filter = filterOf(rule);
  return (
    <article className="panel endpoint">
      <header>
        <h2>{name}</h2>
        <span className={state === "enabled" && !muted ? "good" : "bad"}>
          {state === "disabled" ? "○ disabled" : muted ? "○ muted" : "● enabled"}
        </span>
      </header>
      <p className="soft">
        {whenOf(rule)}
        {filter ? ` · ${filter}` : ""} → {names.join(", ")}
      </p>
      {muted && mutedUntil ? (
        <p className="bad">
          Muted until <Moment iso={mutedUntil} />
        </p>
      ) : null}
      <p className="muted">
        {quiet ? `quiet from ${quiet.from} to ${quiet.to} (${timeZone}) · ` : ""}
        <Id id={id} /> · added <Moment iso={rule.createdAt} />
        {firedAt ? (
          <>
            {" "}
            · last sent <Moment iso={firedAt} />
          </>
        ) : null}
      </p>
      <div className="endpoint-actions">
        <button
          type="button"
          className="button small"
          disabled={test.isPending}
          onClick={() => test.mutate()}
        >
          Send a sample
        </button>
        <button
          type="button"
          className="button small"
          disabled={change.isPending}
          onClick={() =>
            change.mutate({
              mutedUntil: muted ? null : new Date(Date.now() + DAY_MS).toISOString(),
            })
          }
        >
          {muted ? "Unmute" : "Mute for a day"}
        </button>
        <button
          type="button"
          className="button small"
          disabled={change.isPending}
          onClick={() => change.mutate({ state: state === "enabled" ? "disabled" : "enabled" })}
        >
          {state === "enabled" ? "Disable" : "Enable"}
        </button>
        <button type="button" className="button small" onClick={() => setDeleting(true)}>
          Delete
        </button>
      </div>
      {change.error ? <Failure error={change.error} what="The rule was not changed" /> : null}
      {test.error ? <Failure error={test.error} what="The sample was not sent" /> : null}
      {test.data?.items.map((delivery) => (
        <TestAnswer key={delivery.id} project={project} id={delivery.id} />
      ))}
      {isDeleting ? (
        <Confirm
          title="Delete the rule?"
          action="Delete the rule"
          busy={remove.isPending}
          onConfirm={() => remove.mutate()}
          onClose={() => setDeleting(false)}
        >
          <p>“{name}” sends no more messages. Messages that are already queued are still sent.</p>
          {remove.error ? <Failure error={remove.error} what="The rule was not deleted" /> : null}
        </Confirm>
      ) : null}
    </article>
  );
}

function useRuleActions(project: string, id: string) {
  const client = useQueryClient();
  const refresh = () => client.invalidateQueries({ queryKey: rulesQuery(project).queryKey });
  return {
    test: useMutation({ mutationFn: () => testRule(project, id) }),
    change: useMutation({
      mutationFn: (body: UpdateAlertRule) => updateRule(project, id, body),
      onSettled: refresh,
    }),
    remove: useMutation({ mutationFn: () => deleteRule(project, id), onSuccess: refresh }),
  };
}
