import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { expect, test } from "vitest";

const TALLIES = "0012_tallies.sql";
const FOLDER = join(import.meta.dirname, "../../migrations");
const FILES = readdirSync(FOLDER)
  .filter((name) => name.endsWith(".sql"))
  .toSorted();

function migrate(database: DatabaseSync, files: readonly string[]): void {
  for (const file of files) {
    const text = readFileSync(join(FOLDER, file), "utf8");
    for (const statement of text.split("--> statement-breakpoint")) database.exec(statement);
  }
}

/** Cases in every state, with and without labels, and right answers, of which some have a case. */
function fill(database: DatabaseSync): void {
  database.exec(`
    insert into organization values ('org', 'Acme', 'acme', 0);
    insert into project (id, organization, name, created_at) values ('p0', 'org', 'A', 0), ('p1', 'org', 'B', 0);
    with recursive n(i) as (select 0 union all select i + 1 from n where i < 999)
    insert into failed_case (id, project, graph, origin, query, expected, prediction, evidence, system,
      occurred_at, created_at, state, state_at, outcome, error_type, op, op_name, label)
    select 'case_' || i, 'p' || (i % 2), 'g', 'api', 'q', '[]', 'p', '[]', nullif('s' || (i % 3), 's0'),
      (i - 500) * 1234567, 0, iif(i % 7, 'done', iif(i % 5, 'queued', 'running')), 0,
      iif(i % 7, 'attributed', null), iif(i % 7, iif(i % 4, 'UpdateError', 'RetrievalError'), null), 'op-1',
      iif(i % 7, 'step ' || (i % 5), null),
      iif(i % 11, null, '{"errorType":"UpdateError","op":"op-1","also":[{"errorType":"RetrievalError","op":null}]}')
    from n;
    with recursive n(i) as (select 0 union all select i + 1 from n where i < 99)
    insert into right_answer (id, project, graph, origin, query, expected, prediction, score, system,
      occurred_at, created_at)
    select 'ans_' || (i * 20), 'p' || (i % 2), 'g', 'verdict', 'q', '[]', 'p', 1, 's1', i * 7654321, 0 from n;`);
}

const talliesOf = (database: DatabaseSync) =>
  database
    .prepare(
      `select tally.project, hours, start, total, answer_kind.kind, counted.value as answers
      from answer_tally as tally, json_each(counts) as counted
        join answer_kind on answer_kind.id = counted.key and answer_kind.project = tally.project
      order by 1, 2, 3, 5`,
    )
    .all();
const kindsOf = (database: DatabaseSync) =>
  database.prepare("select project, kinds from tally_check order by 1").all();

test("R100 the migration counts the answers that are already stored", () => {
  const older = new DatabaseSync(":memory:");
  migrate(older, FILES.slice(0, FILES.indexOf(TALLIES)));
  fill(older);
  migrate(older, FILES.slice(FILES.indexOf(TALLIES)));
  const newer = new DatabaseSync(":memory:");
  migrate(newer, FILES);
  fill(newer);
  expect(talliesOf(older).length).toBeGreaterThan(500);
  expect(talliesOf(older)).toEqual(talliesOf(newer));
  expect(kindsOf(older)).toEqual(kindsOf(newer));
});
