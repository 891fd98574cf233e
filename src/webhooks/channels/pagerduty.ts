/**
 * Events for PagerDuty's Events API v2. Limits: summary 1,024 characters, deduplication key 255.
 * Events with the same key belong to one incident. The action `resolve` closes the incident.
 */
import { cut } from "./fit-text.ts";
import type { Notice } from "./notice.ts";

const MAX_SUMMARY = 1_024;
const MAX_KEY = 255;
const MAX_DETAIL = 2_000;

const SEVERITIES = { bad: "error", good: "info", neutral: "info" } as const;

export function pagerDutyEvent(notice: Notice, routingKey: string): object {
  const { title, tone, facts, url, at, incident, isEnd, source } = notice;
  const event = { routing_key: routingKey, dedup_key: cut(`memtrace-${incident}`, MAX_KEY) };
  if (isEnd) return { ...event, event_action: "resolve" };
  return {
    ...event,
    event_action: "trigger",
    client: "MemTrace",
    client_url: url,
    links: [{ href: url, text: "Open in MemTrace" }],
    payload: {
      summary: cut(title, MAX_SUMMARY),
      source: cut(source, MAX_KEY),
      severity: SEVERITIES[tone],
      timestamp: at,
      custom_details: Object.fromEntries(
        facts.map(({ label, text }) => [label, cut(text, MAX_DETAIL)]),
      ),
    },
  };
}
