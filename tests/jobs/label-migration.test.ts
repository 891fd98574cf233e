import { readdirSync, readFileSync } from "node:fs";
import { DatabaseSync } from "node:sqlite";
import { expect, test } from "vitest";

const FOLDER = new URL("../../migrations/", import.meta.url);
const statements = (file: string) =>
  readFileSync(new URL(file, FOLDER), "utf8").split("--> statement-breakpoint");

test("H154 labels from before the migration keep counting, with an author", () => {
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
