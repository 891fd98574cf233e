import { describe, expect, it, test } from "vitest";
import { attribute } from "../../src/attribution/attribute.ts";
import { storeAt } from "../../src/graph/memory/store.ts";
import { FACTS } from "./support/five-facts.ts";
import { KeyMemory } from "./support/key-memory.ts";
import { Trace } from "./support/trace.ts";

const DELETED = "Spare key is under the blue flowerpot";

/** Outputs of a deletion that repeat the deleted text. */
const REPEATING: readonly string[] = [
  DELETED,
  `Deleted: ${DELETED}`,
  `gelöscht: ${DELETED}`,
  `削除しました: ${DELETED}`,
  JSON.stringify({ deleted: true, memory: DELETED }),
  JSON.stringify({ results: [{ id: "unit-2", event: "DELETE", old: DELETED }] }),
];
const BRIEF: readonly string[] = ["deleted", '{"deleted":"unit-2"}', ""];

const REMOVING_STEPS = [
  { name: "delete_memory", category: "deletion" },
  { name: "delete_memory" },
  { name: "step", category: "memory_eviction" },
  { name: "vergessen", category: "deletion" },
  { name: "vergessen" },
  { name: "Erinnerung löschen" },
  { name: "supprimer_souvenir" },
  { name: "borrarRecuerdo" },
  { name: "cancellaRicordo" },
  { name: "apagar_memoria" },
  { name: "geheugen_verwijderen" },
  { name: "удалить_память" },
  { name: "記憶を削除" },
  { name: "删除记忆" },
  { name: "기억 삭제" },
] as const;

function deletedBy(step: { name: string; category?: string }, output: string, isAsked: boolean) {
  const five = new KeyMemory();
  const { trace } = five;
  const end = trace.variable("tomb", output);
  const links: [string, string][] = [[five.unit(2), end]];
  if (isAsked) {
    const request = "Forget about the garden shed";
    links.push([trace.variable("message-r", request, { category: "message" }), end]);
  }
  const { name, ...options } = step;
  trace.operation("de", name, links, options);
  return five.ask([0, 3]);
}

describe.each(REMOVING_STEPS)("deletion by $name, category $category", (step) => {
  it.each([...REPEATING, ...BRIEF])(
    "A3 Q56 the step removes the unit even if its output is «%s»",
    (output) => {
      for (const isAsked of [true, false]) {
        const five = deletedBy(step, output, isAsked);
        expect(five.attributed()).toMatchObject({ errorType: "DeletionError", op: "de" });
        const held = storeAt(five.trace.build(), Number.MAX_SAFE_INTEGER);
        expect(held.map(({ id }) => id)).not.toContain("unit-2@1");
      }
    },
  );
});

test.each(["suche_geloeschte", "buscar_borrados", "recherche supprimés", "検索_削除済み"])(
  "Q56 the step %s searches and removes nothing",
  (name) => {
    const five = deletedBy({ name }, DELETED, false);
    expect(five.attributed()).toMatchObject({ errorType: "RetrievalError", op: "se" });
  },
);

test("Q102 an extraction that wrote an empty list removed nothing, whatever its labels say", () => {
  const trace = new Trace();
  const labels = { category: "memory_deletion" };
  const messages = FACTS.map(([said, text], index) => {
    const message = trace.variable(`message-${index}`, said, { category: "message" });
    const facts = trace.variable(`facts-${index}`, index === 2 ? "[]" : JSON.stringify([text]));
    trace.operation(`x${index}`, "read_message", [[message, facts]], labels);
    if (index === 2) return message;
    const unit = trace.variable(`unit-${index}`, text, { category: "memory_entry" });
    trace.operation(`s${index}`, "save", [[facts, unit]]);
    return message;
  });
  const query = "Where is the spare key?";
  const asked = trace.variable("query", query, { class: "query" });
  const answer = trace.variable("answer", "I do not know.", { class: "prediction" });
  trace.operation("an", "answer", [[asked, answer]], { category: "answer" });
  const verdict = attribute(trace.build(), {
    ...{ query, queryId: asked, prediction: "I do not know.", predictionId: answer },
    ...{ expected: ["under the blue flowerpot"], evidence: [messages[2] ?? ""] },
  });
  expect(verdict).toMatchObject({ errorType: "ExtractionError", op: "x2" });
});

test("Q102 a deletion stays a deletion if a step read the status of another deletion", () => {
  const five = new KeyMemory();
  const { trace } = five;
  const labels = { category: "memory_deletion" };
  const statuses = [4, 2].map((index) => {
    const status = trace.variable(`status-${index}`, "1 record was forgotten");
    trace.operation(`forget-${index}`, "forget", [[five.unit(index), status]], labels);
    return status;
  });
  const report = trace.variable("report", "Done.");
  trace.operation("tell", "tell_user", [[statuses[0] ?? "", report]]);
  const asked = five.ask([0, 3]);
  expect(asked.attributed()).toMatchObject({ errorType: "DeletionError", op: "forget-2" });
});

/** Writes a second version of the unit with the deleted fact. */
function versionBy(step: { name: string; category?: string }, text: string) {
  const five = new KeyMemory();
  const { trace } = five;
  const labels = { category: "memory_entry", version: 2 };
  const after = trace.variable("unit-2", text, labels);
  const { name, ...options } = step;
  trace.operation("de", name, [[five.unit(2), after]], options);
  return five.ask([0, 3]);
}

describe.each<{ name: string; category?: string }>([
  { name: "apply", category: "deletion" },
  { name: "forget_entry" },
  { name: "Erinnerung löschen" },
])("a removal by $name, category $category", (step) => {
  it.each(["[withdrawn]", "— gelöscht am 3.5. —", '{"status":"gone","by":"admin"}', "已清空"])(
    "A393 a version «%s» without a word of the unit records a removal",
    (text) => {
      const verdict = versionBy(step, text).attributed();
      expect(verdict).toMatchObject({ errorType: "DeletionError", op: "de" });
    },
  );

  it("A393 a version with words of the unit is an update", () => {
    const verdict = versionBy(step, "Spare key is somewhere else now").attributed();
    expect(verdict).toMatchObject({ errorType: "UpdateError", op: "de" });
  });
});

test("A393 without a label of a removal, a version with other words is an update", () => {
  const verdict = versionBy({ name: "save", category: "update" }, "[withdrawn]").attributed();
  expect(verdict).toMatchObject({ errorType: "UpdateError", op: "de" });
});
