import { eq } from "drizzle-orm";
import fc from "fast-check";
import { expect, test } from "vitest";
import { LabelRepository } from "../../src/database/annotation/label-repository.ts";
import { CaseRepository } from "../../src/database/cases/case-repository.ts";
import { failedCase, graph } from "../../src/database/schema/project.ts";
import type { Label, LabelState } from "../../src/protocol/api/annotation/labels.ts";
import { labelAgrees } from "../../src/reports/distribution.ts";
import { database } from "../tenancy/support/browser.ts";
import { newProject } from "../workers/support/tenants.ts";

const AUTHORS = ["person:ada", "person:ben", "key:judge", "import"];
const cause = fc.record({
  errorType: fc.constantFrom("UpdateError" as const, "RetrievalError" as const),
  op: fc.constantFrom("op-1", "op-2", null),
});
const label = fc
  .tuple(cause, fc.array(cause, { maxLength: 1 }), fc.constantFrom("", "why"))
  .map(([first, also, reason]): Label => ({ ...first, link: null, reason, also }));
const change = fc.record({
  author: fc.constantFrom(...AUTHORS),
  label: fc.option(label, { freq: 3 }),
  isAdjudication: fc.integer({ min: 0, max: 5 }).map((number) => number === 0),
});
type Change = typeof change extends fc.Arbitrary<infer T> ? T : never;

/** A simple implementation of the rule, to compare with. */
function counted(changes: readonly Change[]): {
  readonly label: Label | null;
  readonly labelState: LabelState;
  readonly labelledBy: number;
} {
  const adjudicated = changes.findLast(({ isAdjudication }) => isAdjudication)?.label ?? null;
  const own = new Map<string, Label | null>();
  for (const { author, label, isAdjudication } of changes) {
    if (isAdjudication || same(own.get(author) ?? null, label)) continue;
    own.delete(author);
    own.set(author, label);
  }
  const labels = [...own.values()].filter((each) => each !== null);
  const labelledBy = labels.length;
  if (adjudicated !== null) return { label: adjudicated, labelState: "adjudicated", labelledBy };
  const agree = new Set(labels.map(({ errorType, op }) => `${errorType} ${op}`)).size < 2;
  const labelState = labels.length < 2 ? (["none", "one"] as const)[labels.length] : undefined;
  return {
    label: (agree ? labels.at(-1) : undefined) ?? null,
    labelState: labelState ?? (agree ? "agreed" : "disputed"),
    labelledBy,
  };
}

const same = (a: Label | null, b: Label | null) => JSON.stringify(a) === JSON.stringify(b);

const PAGE = { cursor: undefined, limit: 200 };

test("H143 the newest adjudication counts, otherwise the label on which all people agree", async () => {
  const { project } = await newProject();
  const labels = new LabelRepository(database, project);
  const cases = new CaseRepository(database, project);
  const at = Date.now();
  const verdict = { errorType: "UpdateError", op: "op-1" } as const;
  await database.insert(graph).values({
    ...{ project, id: "g", createdAt: at, updatedAt: at, revision: 0 },
    ...{ sessions: 0, operations: 0, variables: 0, links: 0 },
  });
  let count = 0;
  const opened = async () => {
    const id = `case_${project}_${count++}`;
    await database.insert(failedCase).values({
      ...{ id, project, graph: "g", origin: "api", query: "q", expected: [], prediction: "p" },
      ...{ evidence: [], occurredAt: at, createdAt: at, state: "done", stateAt: at, ...verdict },
    });
    return id;
  };
  await fc.assert(
    fc.asyncProperty(fc.array(change, { maxLength: 8 }), async (changes) => {
      const id = await opened();
      for (const { author, label, isAdjudication } of changes) {
        const seen = (await labels.of(id, author, PAGE))?.newest ?? 0;
        if (isAdjudication) await labels.adjudicate(id, author, { label, seen }, at);
        else await labels.set(id, author, label, at);
      }
      const rule = counted(changes);
      expect(await cases.find(id)).toMatchObject(rule);
      expect(await labels.of(id, "", PAGE)).toMatchObject({ label: rule.label });
      const agreement = rule.label && labelAgrees({ ...verdict, label: rule.label });
      for (const filter of ["agrees", "differs"] as const) {
        const page = await cases.list({ agreement: filter }, undefined, 200);
        const isListed = page.items.some((item) => item.id === id);
        expect(isListed).toBe(agreement !== null && agreement === (filter === "agrees"));
      }
      await database.delete(failedCase).where(eq(failedCase.id, id));
    }),
    { numRuns: 60 },
  );
});
