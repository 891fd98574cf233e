import { describe, expect, it, test } from "vitest";
import { storeAt } from "../../src/graph/memory/store.ts";
import { KeyMemory } from "./support/key-memory.ts";

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
