/**
 * Checks the alert rules that have a threshold or a digest, and queues the deliveries of due
 * messages.
 */
import type { AlertCounts } from "../../database/alerts/alert-counts.ts";
import { isActive } from "../../database/alerts/rule-deliveries.ts";
import type { RuleRepository } from "../../database/alerts/rule-repository.ts";
import type { AlertRuleSettings } from "../../protocol/api/alerts/rules.ts";
import { isDigestDue } from "../../reports/alerts/alert-times.ts";
import { reachedThreshold } from "../../reports/alerts/threshold.ts";
import { alertFired } from "../../webhooks/payloads.ts";

export interface AlertDeps {
  readonly project: string;
  readonly rules: RuleRepository;
  readonly alertCounts: AlertCounts;
  readonly publicUrl: string;
}

export type TimedRule = Awaited<ReturnType<RuleRepository["timed"]>>[number];

const MINUTE_MS = 60_000;

/** @returns the ids of the queued deliveries, which the caller must wake */
export async function checkRule(
  deps: AlertDeps,
  rule: TimedRule,
  now: number,
): Promise<readonly string[]> {
  const found = isActive(rule.settings, now) ? await summaryOf(deps, rule, now) : null;
  if (found === null) return deps.rules.recordCheck(rule, null, now);
  const origin = { baseUrl: deps.publicUrl, project: deps.project };
  const { name } = rule.settings;
  const payload = alertFired(origin, { rule: rule.id, name, ...found }, now);
  return deps.rules.recordCheck(rule, payload, now);
}

interface Summary {
  readonly headline: string;
  readonly lines: readonly string[];
}

async function summaryOf(
  { alertCounts }: AlertDeps,
  { settings, firedAt, createdAt }: TimedRule,
  now: number,
): Promise<Summary | null> {
  if (settings.threshold !== null) {
    // Send at most one message per time window of the threshold.
    const windowMs = settings.threshold.windowMinutes * MINUTE_MS;
    if (firedAt !== null && firedAt <= now && now - firedAt < windowMs) return null;
    const counts = await alertCounts.between(settings.filter, now - windowMs, now);
    const headline = reachedThreshold(settings.threshold, counts);
    return headline === null ? null : { headline, lines: linesOf(counts) };
  }
  return digestOf(alertCounts, settings, firedAt ?? createdAt, now);
}

async function digestOf(
  alertCounts: AlertCounts,
  settings: AlertRuleSettings,
  since: number,
  now: number,
): Promise<Summary | null> {
  if (!isDigestDue(settings, since, now)) return null;
  const counts = await alertCounts.between(settings.filter, since, now);
  if (counts.matching === 0) return null;
  const from = new Date(since).toISOString().slice(0, 16).replace("T", " ");
  const answers = counts.matching === 1 ? "1 wrong answer" : `${counts.matching} wrong answers`;
  return { headline: `${answers} since ${from} UTC`, lines: linesOf(counts) };
}

const linesOf = ({ kinds }: Awaited<ReturnType<AlertCounts["between"]>>) =>
  kinds.map(({ title, count }) => `${count} × ${title}`);
