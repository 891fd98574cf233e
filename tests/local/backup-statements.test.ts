import { DatabaseSync } from "node:sqlite";
import fc from "fast-check";
import { expect, test } from "vitest";
import { exactTexts } from "../../src/local/backup/exact-texts.ts";
import {
  CREATE_PARTS,
  DROP_PARTS,
  shortStatements,
  statementsOf,
} from "../../src/local/backup/sql-statements.ts";

async function* inPieces(text: string, length: number) {
  for (let from = 0; from < text.length; from += length) yield text.slice(from, from + length);
}

const split = async (text: string, length = 7) => {
  const statements: string[] = [];
  for await (const statement of statementsOf(inPieces(text, length))) statements.push(statement);
  return statements;
};

test("J66 the backup splits exported SQL after each statement, however the text is divided into pieces", async () => {
  const statements = [
    "PRAGMA defer_foreign_keys=TRUE;",
    `CREATE TABLE "a;b" (\`c;d\` TEXT);`,
    `INSERT INTO "a;b" VALUES('it''s; so');`,
    "CREATE TRIGGER t BEFORE UPDATE ON x BEGIN\n  SELECT RAISE(ABORT, 'no; END;');\n  SELECT 1;\nEND;",
    "CREATE INDEX i ON x (y);",
  ];
  for (let length = 1; length < 40; length++) {
    expect(await split(statements.join("\n"), length)).toEqual(statements);
  }
  await expect(split("INSERT INTO x VALUES('cut")).rejects.toThrow("ends within a statement");
});

const quoted = (text: string) => `'${text.replaceAll("'", "''")}'`;

test("J67 the restore writes long texts and blobs from short statements, byte for byte", () => {
  const longText = fc
    .array(fc.constantFrom("'", "''", "\\n", "\n", "a", "😀", "é", ";"), { minLength: 1 })
    .map((parts) => parts.join("").repeat(Math.ceil(90_000 / parts.length)));
  const blob = fc.uint8Array({ minLength: 60_000, maxLength: 70_000 });
  fc.assert(
    fc.property(longText, blob, (text, bytes) => {
      const hex = Buffer.from(bytes).toString("hex");
      const statement = `INSERT INTO t VALUES(1,${quoted(text)},X'${hex}',NULL,'short');`;
      const statements = shortStatements(statement);
      for (const each of statements) expect(Buffer.byteLength(each)).toBeLessThan(100_000);
      const database = new DatabaseSync(":memory:");
      database.exec("CREATE TABLE t (id INTEGER, text TEXT, bytes BLOB, none TEXT, short TEXT)");
      for (const each of [CREATE_PARTS, ...statements, DROP_PARTS]) database.exec(each);
      const row = database.prepare("SELECT *, typeof(bytes) AS type FROM t").get();
      expect(row).toMatchObject({ id: 1, text, none: null, short: "short", type: "blob" });
      expect(Buffer.from(row?.bytes as Uint8Array).equals(bytes)).toBe(true);
    }),
    { numRuns: 4 },
  );
});

test("J67 the backup does not change short statements", () => {
  const statement = "INSERT INTO t VALUES('a');";
  expect(shortStatements(statement)).toEqual([statement]);
});

test("J67 the backup corrects texts in which the export confuses a line break with a backslash and a letter", async () => {
  const ambiguous = "C:\\new\nand 'quoted'\r\\r";
  const database = new DatabaseSync(":memory:");
  database.exec("CREATE TABLE t (id TEXT, n INTEGER, a TEXT, b TEXT, PRIMARY KEY (id, n))");
  const insert = database.prepare("INSERT INTO t VALUES (?, ?, ?, ?)");
  insert.run("key's\n1", 5, ambiguous, null);
  insert.run("2", 5, "a plain\nline break", "b\\n");
  const corrections = await exactTexts({
    query: async <Row>(statements: readonly string[]) =>
      statements.map((statement) => database.prepare(statement).all() as Row[]),
  });
  expect(corrections).toHaveLength(1);
  database.exec("UPDATE t SET a = 'as the export gives it'");
  for (const correction of corrections) database.exec(correction);
  expect(database.prepare("SELECT a FROM t ORDER BY id").all()).toEqual([
    { a: "as the export gives it" },
    { a: ambiguous },
  ]);
});
