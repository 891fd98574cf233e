import { env } from "cloudflare:workers";
import { expect, test } from "vitest";
import { clientOf, newProject } from "../workers/support/tenants.ts";

/** Adds attributed cases, one second apart, each with the name of an operation. */
async function addCases(project: string, count: number, opName: string) {
  await env.DB.prepare(
    `with recursive n(i) as (select 1 union all select i + 1 from n where i < ?1)
    insert into failed_case (id, project, graph, origin, query, expected, prediction, evidence,
      occurred_at, created_at, state, state_at, outcome, error_type, op_name)
    select ?2 || i, ?2, 'g', 'api', 'q', '[]', 'p', '[]', 1000 * i, 0, 'done', 0, 'attributed',
      'UpdateError', ${opName} from n`,
  )
    .bind(count, project)
    .run();
}
const YEAR = { from: "1970-01-01T00:00:00.000Z", to: "1970-12-31T00:00:00.000Z" };

test("R47 the distribution counts all of 60,000 cases", async () => {
  const { project, key } = await newProject();
  await addCases(project, 60_000, "'step ' || (i % 9)");
  const distribution = await clientOf(key)("GET /distribution", { query: YEAR });
  expect(distribution).toMatchObject({ cases: 60_000, attributed: 60_000 });
  expect(distribution.byOperation).toHaveLength(9);
});

test("R47 a distribution of more than 50,000 groups is refused with the remedy", async () => {
  const { project, key } = await newProject();
  await addCases(project, 50_001, "'step ' || i");
  const answer = await clientOf(key).response("GET /distribution", { query: YEAR });
  expect(answer.status).toBe(422);
  const { error } = await answer.json<{ error: { code: string; message: string } }>();
  expect(error.code).toBe("too_costly");
  expect(error.message).toContain("Choose a shorter period, or a filter.");
});
