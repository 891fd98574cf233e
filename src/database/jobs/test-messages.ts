import { sql } from "drizzle-orm";
import { MAX_TEST_EVENTS_PER_HOUR } from "../../protocol/limits.ts";
import { delivery } from "../schema/project.ts";
import { isWithin } from "../stored-times.ts";

const HOUR_MS = 3_600_000;

/**
 * Hourly limit of a project's test messages. Tests of endpoints, of channels and of alert rules
 * count together.
 */
export function testsWithin(project: string, now: number) {
  const held = sql`
    select count(*) from delivery
    where project = ${project} and event = 'test' and ${isWithin(delivery.createdAt, now, HOUR_MS)}`;
  return { held, limit: MAX_TEST_EVENTS_PER_HOUR };
}
