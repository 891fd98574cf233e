import fc from "fast-check";
import { expect, test } from "vitest";
import { compareAuthors, type RatedCase } from "../../src/reports/agreement.ts";
import { labelAgrees } from "../../src/reports/distribution.ts";

const cause = fc.record({
  errorType: fc.constantFrom("UpdateError" as const, "RetrievalError" as const),
  op: fc.constantFrom("op-1", "op-2", null),
});
const label = fc
  .tuple(cause, fc.array(cause, { maxLength: 2 }))
  .map(([first, also]) => ({ ...first, also }));
/** Up to six cases, each labelled by up to three people. */
const rated = fc
  .array(
    fc.tuple(
      fc.option(cause),
      fc.array(fc.tuple(fc.constantFrom("ada", "ben", "cleo"), label), { maxLength: 3 }),
    ),
    { maxLength: 6 },
  )
  .map((cases) =>
    cases.flatMap(([verdict, labels], at): RatedCase[] =>
      [...new Map(labels)].map(([author, own]) => ({
        ...{ case: `c${at}`, graph: `g${at % 2}`, author, label: own },
        ...{ errorType: verdict?.errorType ?? null, op: verdict?.op ?? null },
      })),
    ),
  );

test("H156 two people are compared on cases that both labelled, and the tracer on decided cases", () => {
  fc.assert(
    fc.property(rated, (rows) => {
      const of = (author: string) => rows.filter((row) => row.author === author);
      const { authors, people, tracer, cases } = compareAuthors(rows);
      expect(cases).toBe(new Set(rows.map((row) => row.case)).size);
      for (const each of authors) expect(each.cases).toBe(of(each.author).length);
      for (const pair of people) {
        const both = of(pair.first).flatMap((row) =>
          of(pair.second).flatMap((other) =>
            other.case === row.case ? [[row, other] as const] : [],
          ),
        );
        expect(pair.cases).toBe(both.length);
        const same = (field: "errorType" | "op") =>
          both.filter(([a, b]) => a.label[field] === b.label[field]).length;
        expect([pair.type.same, pair.op.same]).toEqual([same("errorType"), same("op")]);
        expect(pair.type.share).toBe(pair.type.same / pair.cases);
        expect(pair.type.low).toBeLessThanOrEqual(pair.type.share);
        expect(pair.type.high).toBeGreaterThanOrEqual(pair.type.share);
      }
      for (const each of tracer) {
        const decided = of(each.author).flatMap((row) =>
          row.errorType === null ? [] : [{ ...row, errorType: row.errorType }],
        );
        expect(each.cases).toBe(decided.length);
        const accepted = decided.filter(labelAgrees).length;
        expect(each.type.same).toBeGreaterThanOrEqual(accepted);
        expect(each.op.same).toBeGreaterThanOrEqual(accepted);
      }
    }),
  );
});

test("H156 the same operation id in two graphs counts as two categories", () => {
  const row = (graph: string, author: string): RatedCase => ({
    ...{ case: graph, graph, author, errorType: null, op: null },
    label: { errorType: "UpdateError", op: "op-1", also: [] },
  });
  const rows = ["g1", "g2"].flatMap((graph) => [row(graph, "ada"), row(graph, "ben")]);
  const [pair] = compareAuthors(rows).people;
  expect(pair).toMatchObject({
    cases: 2,
    type: { same: 2, kappa: null },
    op: { same: 2, kappa: 1 },
  });
});
