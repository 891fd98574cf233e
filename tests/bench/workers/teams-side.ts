/** `teams-side.ts FOLDER ENTRIES`: fills a local D1 and times the queries of the pages. */
import { readdirSync, readFileSync } from "node:fs";
import { convertV4MiniflareOptions, Miniflare } from "miniflare";
import { AuditLog } from "../../../src/database/audit/audit-log.ts";
import { CaseRepository } from "../../../src/database/cases/case-repository.ts";
import { openDatabase } from "../../../src/database/database.ts";
import { PromptRepository } from "../../../src/database/prompts/prompt-repository.ts";
import { UsageRepository } from "../../../src/database/usage/usage-repository.ts";
import type { AuditFilter } from "../../../src/protocol/api/teams/audit.ts";
import type { Cursor } from "../../../src/protocol/cursor.ts";
import { buildDistribution } from "../../../src/reports/distribution.ts";
import { bucketOf, gridOf } from "../../../src/reports/over-time.ts";
import { Invitations } from "../../../src/tenancy/organizations/invitations.ts";
import { Members } from "../../../src/tenancy/organizations/members.ts";
import type { TeamsAnswer } from "../teams-answer.ts";

const ROUNDS = 20;
const PAGE = 50;
const ROWS_AT_ONCE = 20_000;
const START = Date.UTC(2026, 0, 1);
/** Time between two entries. */
const STEP_MS = 30_000;

const [folder = "", entries = ""] = process.argv.slice(2);
const rows = Number(entries);
const miniflare = new Miniflare(
  convertV4MiniflareOptions({
    resourcePersistencePath: folder,
    workers: [
      {
        ...{ name: "teams", modules: true, script: "export default {}" },
        ...{ d1Databases: ["DB"], compatibilityDate: "2026-01-01" },
      },
    ],
  }),
);
const binding = await miniflare.getD1Database("DB");
for (const file of readdirSync("migrations")
  .filter((name) => name.endsWith(".sql"))
  .toSorted()) {
  const statements = readFileSync(`migrations/${file}`, "utf8").split("--> statement-breakpoint");
  await binding.batch(statements.map((statement) => binding.prepare(statement)));
}

async function timesOf(query: () => Promise<unknown>): Promise<number[]> {
  const times: number[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    const started = performance.now();
    await query();
    times.push(performance.now() - started);
  }
  return times;
}

/**
 * 1,000 people, the first of whom makes half of the entries; 20 projects; 40 actions, one of which
 * has half of the entries.
 */
for (let from = 0; from < rows; from += ROWS_AT_ONCE) {
  await binding
    .prepare(
      `with recursive n(i) as (select ${from} union all select i + 1 from n where i + 1 < ${Math.min(rows, from + ROWS_AT_ONCE)})
      insert into audit_entry select 'aud_' || lower(hex(randomblob(12))), 'org',
        iif(i % 7 = 0, null, 'prj_' || (i % 20)), ${START} + i * ${STEP_MS},
        iif(i % 2 = 0, 'label.set', 'action_' || (i % 39)), 'target_' || (i % 50000),
        iif(i % 2 = 1, 'person_0', 'person_' || (i % 1000)), 'Ada', 'ada@acme.example',
        null, null, 'sign-in', '203.0.113.7', 'Mozilla/5.0 (X11; Linux x86_64)', 'request',
        '[{"field":"errorType"},{"field":"op"}]', 'done' from n`,
    )
    .run();
}

const log = new AuditLog(openDatabase(binding as unknown as D1Database), "org");
const end = START + rows * STEP_MS;
const at = (share: number) => new Date(START + (end - START) * share).toISOString();
const middle: Cursor = { time: START + (end - START) / 2, id: "aud_" };
const never = { action: "prompt.serve" } as const;
const QUERIES: Readonly<Record<string, readonly [AuditFilter, Cursor?]>> = {
  "no filter": [{}],
  "in the middle": [{}, middle],
  person: [{ person: "person_0" }],
  "rare person": [{ person: "person_2" }],
  "unknown person": [{ person: "nobody" }],
  action: [{ action: "label.set" }],
  "action that never happened": [never],
  project: [{ in: "prj_3" }],
  target: [{ target: "target_77" }],
  period: [{ from: at(0.4), to: at(0.41) }],
  "person with half of the entries, action that they never did": [{ person: "person_0", ...never }],
  "person with half of the entries, project without any": [{ person: "person_0", in: "prj_99" }],
  "project, person with no entry in it": [{ in: "prj_3", person: "person_2" }],
  "action with half of the entries, person without any": [
    { action: "label.set", person: "person_0" },
  ],
  "person, action and a period without any": [
    { person: "person_0", action: "label.set", from: at(0.1), to: at(0.9) },
  ],
};
const audit: Record<string, number[]> = {};
for (const [name, [filter, cursor]] of Object.entries(QUERIES)) {
  audit[name] = await timesOf(() => log.list(filter, cursor, PAGE));
}

/** 20 projects, each with two years of days. */
const PROJECTS = 20;
const DAYS = 731;
const database = openDatabase(binding as unknown as D1Database);
await binding.batch([
  binding.prepare("insert into organization values ('org', 'Acme', 'acme', 0)"),
  binding.prepare(
    `with recursive n(i) as (select 0 union all select i + 1 from n where i + 1 < ${PROJECTS})
    insert into project (id, organization, name, created_at) select 'prj_' || i, 'org', 'P', 0 from n`,
  ),
  binding.prepare(
    `with recursive n(i) as (select 0 union all select i + 1 from n where i + 1 < ${PROJECTS * DAYS})
    insert into usage_day select 'org', 'prj_' || (i % ${PROJECTS}),
      date('2026-03-31', '-' || (i / ${PROJECTS}) || ' days'), 1000, 2000000, 20, 3, 6 from n`,
  ),
]);
const used = new UsageRepository(database, "prj_3");
const usage = {
  "two years of a project": await timesOf(() => used.days("2024-03-31", "2026-03-31")),
  "month of the organization": await timesOf(() => used.ofOrganization("2026-03")),
};

/** 1,000 members, half of whom have their own role in a project; 1,000 open invitations. */
const MEMBERS = 1_000;
const many = (length: number, insert: string) =>
  binding.prepare(
    `with recursive n(i) as (select 0 union all select i + 1 from n where i + 1 < ${length}) ${insert}`,
  );
await binding.batch([
  many(
    MEMBERS,
    `insert into user select 'person_' || i, 'Person ' || i, 'person_' || i || '@acme.example', true,
      null, 0, 0 from n`,
  ),
  many(
    MEMBERS,
    `insert into member select 'mem_' || i, 'org', 'person_' || i, iif(i = 0, 'owner', 'member'), i
      from n`,
  ),
  many(
    MEMBERS / 2,
    `insert into project_role (project, user_id, organization_id, role, created_at)
      select 'prj_3', 'person_' || (2 * i + 1), 'org', 'viewer', 0 from n`,
  ),
  many(
    MEMBERS,
    `insert into invitation select 'inv_' || i, 'org', 'invited_' || i || '@acme.example', 'viewer',
      ${end}, 0, 'person_0', '[]' from n`,
  ),
]);
const owner = { id: "person_0", signIn: "", name: "", email: "", isVerified: true };
const invitations = new Invitations(database, owner, "https://memtrace.example");
const people = new Members(database, "person_0", "org");
const members = {
  "list of the members": await timesOf(() => people.list()),
  "open invitations": await timesOf(() => invitations.list("org", START)),
};

/** As many wrong answers as right ones, spread evenly over two years. */
const CASES = 100_000;
const YEARS_END = Date.UTC(2026, 2, 31);
const caseTime = `${YEARS_END} - cast(i as real) / ${CASES} * ${DAYS} * 86400000`;
await binding.batch([
  many(
    CASES,
    `insert into failed_case (id, project, graph, origin, query, expected, prediction, evidence, system,
      session_category, occurred_at, created_at, state, state_at, attributed_at, outcome, error_type, op,
      op_name, confidence)
    select 'case_' || i, 'prj_3', 'graph_' || (i % 5000), 'verdict', 'Where is it?', '["here"]',
      'There.', '[]', 'system_' || (i % 3), 'chat', cast(${caseTime} as integer), 0, 'done', 0, 0,
      'attributed', iif(i % 2, 'RetrievalError', 'UpdateError'), 'op_' || i, 'step_' || (i % 9), 0.9
    from n`,
  ),
  many(
    CASES,
    `insert into right_answer (id, project, graph, origin, query, expected, prediction, score, system,
      session_category, occurred_at, created_at)
    select 'right_' || i, 'prj_3', 'graph_' || (i % 5000), 'verdict', 'Where is it?', '["here"]',
      'Here.', 1, 'system_' || (i % 3), 'chat', cast(${caseTime} as integer), 0 from n`,
  ),
]);
const [cases, prompts] = [
  new CaseRepository(database, "prj_3"),
  new PromptRepository(database, "prj_3"),
];
const MOST_GROUPS = 50_000;
const overview: Record<string, number[]> = {};
for (const days of [7, 30, 90]) {
  const from = YEARS_END - days * 86_400_000;
  const filter = { from: new Date(from).toISOString(), to: new Date(YEARS_END).toISOString() };
  const grid = gridOf(bucketOf({ from, to: YEARS_END }));
  overview[`figures of ${days} days`] = await timesOf(async () => {
    const [counted] = await Promise.all([
      cases.answers({ filter, grid, limit: MOST_GROUPS }),
      prompts.distribution(filter),
    ]);
    return buildDistribution(counted?.groups ?? [], { from, to: YEARS_END });
  });
}

const answer: TeamsAnswer = { rows, audit, usage, members, overview };
process.stdout.write(JSON.stringify(answer), () => process.exit());
