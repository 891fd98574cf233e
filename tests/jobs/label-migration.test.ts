import { readdirSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { expect, test } from "vitest";

const FOLDER = resolve(import.meta.dirname, "../../migrations");
const statements = (file: string) =>
  readFileSync(join(FOLDER, file), "utf8").split("--> statement-breakpoint");

test("H154 labels from before the migration still count and have an author", () => {
  const database = new DatabaseSync(":memory:");
  const [initial = "", ...later] = readdirSync(FOLDER)
    .filter((file) => file.endsWith(".sql"))
    .sort();
  for (const statement of statements(initial)) database.exec(statement);
  database.exec(`
    insert into organization values ('o', 'O', 'o', 0);
    insert into project (id, organization, name, created_at) values ('p', 'o', 'P', 0);`);
  const opened = (id: string, origin: string, label: string | null) =>
    database
      .prepare(
        `insert into failed_case (id, project, graph, origin, query, expected, prediction, evidence,
           occurred_at, created_at, state, state_at, label)
         values (?, 'p', 'g', ?, 'q', '[]', 'a', '[]', 0, 7, 'done', 0, ?)`,
      )
      .run(id, origin, label);
  opened("c1", "import", '{"errorType":"UpdateError"}');
  opened("c2", "verdict", '{"errorType":"ResponseError"}');
  opened("c3", "verdict", null);
  for (const file of later) for (const statement of statements(file)) database.exec(statement);
  expect(database.prepare(`select * from case_label order by "case"`).all()).toMatchObject([
    {
      case: "c1",
      number: 1,
      author: "import",
      created_at: 7,
      label: '{"errorType":"UpdateError"}',
    },
    { case: "c2", number: 1, author: "unknown", label: '{"errorType":"ResponseError"}' },
  ]);
  const rows = database.prepare("select id, label_state, labelled_by from failed_case order by id");
  expect(rows.all()).toMatchObject([
    { label_state: "one", labelled_by: 1 },
    { label_state: "one", labelled_by: 1 },
    { label_state: "none", labelled_by: 0 },
  ]);
});

test("H318 results from before the migration keep their outcome", () => {
  const database = new DatabaseSync(":memory:");
  const files = readdirSync(FOLDER)
    .filter((file) => file.endsWith(".sql"))
    .sort();
  const before = files.findIndex((file) =>
    statements(file).join().includes("`outcome` text DEFAULT"),
  );
  expect(before).toBeGreaterThan(0);
  const apply = (some: readonly string[]) => {
    for (const file of some) for (const statement of statements(file)) database.exec(statement);
  };
  apply(files.slice(0, before));
  database.exec(`
    insert into organization values ('o', 'O', 'o', 0);
    insert into project (id, organization, name, created_at) values ('p', 'o', 'P', 0);
    insert into dataset values ('d', 'p', 'D', 0);
    insert into experiment values ('e', 'p', 'd', 'E', 'done', 4, 0, 0);
    insert into experiment_result (project, experiment, item, score, error, milliseconds)
    values ('p', 'e', '1', 0.5, null, 0), ('p', 'e', '2', 0.4, null, 0),
      ('p', 'e', '3', 0.9, 'broke off', 0), ('p', 'e', '4', null, null, 0);`);
  apply(files.slice(before));
  const rows = database.prepare("select item, outcome, score from experiment_result order by item");
  expect(rows.all()).toMatchObject([
    { outcome: "right", score: 0.5 },
    { outcome: "wrong", score: 0.4 },
    { outcome: "failed", score: 0.9 },
    { outcome: "unjudged", score: null },
  ]);
});
