/** Creates the deliveries of alert rules that send a message for an event. */
import { createHash } from "node:crypto";
import { and, eq, sql } from "drizzle-orm";
import type { AlertRuleSettings } from "../../protocol/api/alerts/rules.ts";
import type { WebhookPayload } from "../../protocol/api/webhook-payloads.ts";
import { repeatPeriod, sendAt } from "../../reports/alerts/alert-times.ts";
import { sendsEach, subjectOf } from "../../reports/alerts/match-rule.ts";
import type { Database } from "../database.ts";
import { alertRule } from "../schema/alerts.ts";
import { type delivery, endpoint, failedCase, graphUser } from "../schema/project.ts";

export type RuleDelivery = typeof delivery.$inferInsert;
type RuleRow = Pick<typeof alertRule.$inferSelect, "id" | "settings">;

/**
 * Builds SQL that reads the project's alert rules as one JSON value. Rules with a threshold or a
 * digest are left out, because they do not send a message for each event. Callers add this SQL as a
 * column to a query that they run anyway, so that the rules need no extra query.
 */
export const rulesOfProject = (project: string) =>
  sql<string>`(select json_group_array(json_object('id', ${alertRule.id}, 'settings', json(${alertRule.settings})))
    from ${alertRule} where ${alertRule.project} = ${project} and not ${alertRule.isTimed})`;

/**
 * Returns deliveries for the rules that match these events; the caller must store them. A channel
 * gets at most one delivery per event type, even if several rules match.
 * @param stored value of the column `rulesOfProject`
 */
export async function ruleDeliveries(
  database: Database,
  project: string,
  stored: string,
  payloads: readonly WebhookPayload[],
  now: number,
): Promise<RuleDelivery[]> {
  const all: readonly RuleRow[] = JSON.parse(stored);
  const rules = all.filter(({ settings }) => isActive(settings, now));
  if (rules.length === 0) return [];
  const found = new Map<string, RuleDelivery>();
  for (const payload of payloads) {
    const about = subjectOf(payload, await contextOf(database, project, payload));
    if (about === undefined) continue;
    const matching = rules.filter(({ settings }) =>
      sendsEach(settings, payload.type, about.subject),
    );
    for (const rule of matching) {
      for (const row of await deliveriesOfRule(database, project, rule, payload, about.cause, now))
        found.set(`${row.endpoint} ${row.event}`, row);
    }
  }
  return [...found.values()];
}

/**
 * Creates one delivery for each enabled channel of the rule. During the rule's quiet hours, a
 * delivery waits until they are over.
 * @param occasion used only if the rule has no repeat period, so that it sends every message. Two
 * messages about one cause are both stored if their occasions differ. If their occasions are equal,
 * only the first message is stored.
 */
export async function deliveriesOfRule(
  database: Database,
  project: string,
  { id: rule, settings }: RuleRow,
  payload: WebhookPayload,
  cause: string,
  now: number,
  occasion: unknown = payload,
): Promise<RuleDelivery[]> {
  const enabled = await database
    .select({ id: endpoint.id })
    .from(endpoint)
    .where(
      and(
        eq(endpoint.project, project),
        eq(endpoint.state, "enabled"),
        sql`${endpoint.kind} <> 'webhook'`,
        sql`${endpoint.id} in (select value from json_each(${JSON.stringify(settings.channels)}))`,
      ),
    );
  return enabled.map((channel) => ({
    id: deliveryIdOf([rule, channel.id, cause, repeatPeriod(settings.repeat, now) ?? occasion]),
    ...{ project, endpoint: channel.id, event: payload.type, rule },
    ...{ payload: JSON.stringify(payload), state: "queued", attempts: [] },
    ...{ nextAttemptAt: sendAt(settings, now), createdAt: now },
  }));
}

export function isActive(
  { state, mutedUntil }: Pick<AlertRuleSettings, "state" | "mutedUntil">,
  now: number,
): boolean {
  return state === "enabled" && (mutedUntil === null || Date.parse(mutedUntil) <= now);
}

/**
 * Deliveries with the same key get the same id, so only the first of them is stored. A rule with a
 * repeat period thus sends only one message about a cause in each period.
 */
function deliveryIdOf(key: readonly unknown[]): string {
  const hash = createHash("sha256").update(JSON.stringify(key)).digest("base64url");
  return `msg_${hash.replaceAll(/[-_]/g, "").slice(0, 20)}`;
}

async function contextOf(database: Database, project: string, payload: WebhookPayload) {
  if (payload.type !== "attribution.completed") return {};
  const { graph, case: id } = payload.data;
  const [found] = await database
    .select({ system: failedCase.system })
    .from(failedCase)
    .where(and(eq(failedCase.project, project), eq(failedCase.id, id)));
  const users = await database
    .select({ user: graphUser.user })
    .from(graphUser)
    .where(and(eq(graphUser.project, project), eq(graphUser.graph, graph)));
  return { system: found?.system ?? null, users: users.map(({ user }) => user) };
}
