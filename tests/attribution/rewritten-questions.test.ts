import { expect, test } from "vitest";
import { KeyMemory } from "./support/key-memory.ts";

const LABELS = [
  { name: "rewrite_query", category: "query_rewrite" },
  { name: "rewrite_query", category: "query_rewrite", class: "query" },
  { name: "rewrite_query" },
];

const rewrittenAs = (text: string, labels: (typeof LABELS)[number]) =>
  new KeyMemory().ask([1, 0], undefined, { ...labels, text }).attributed();

/** The messages state the words of some of these texts, and no word of the others. */
const OTHER_TOPICS = [
  "What car did I buy?",
  "Which yellow car was bought last spring?",
  "vehicles owned by the user",
  "bees Tromso sister",
];

test.each(LABELS.flatMap((labels) => OTHER_TOPICS.map((text) => ({ text, labels }))))(
  "A97 a step that rewrites the question into «$text» is blamed, labels $labels",
  ({ text, labels }) => {
    const verdict = rewrittenAs(text, labels);
    const missed = { errorType: "RetrievalError", subKind: "query missed", op: "rw" };
    expect(verdict).toMatchObject(missed);
  },
);

const SAME_TOPIC = [
  "Where is my spare key?",
  "location of the spare keys",
  "key hiding place",
  "the flowerpots",
  "Wo liegt der Ersatzschlüssel?",
  "合鍵はどこですか",
  "[0.13, -0.22, 0.9]",
  "c3BhcmUga2V5",
];

test.each(LABELS.flatMap((labels) => SAME_TOPIC.map((text) => ({ text, labels }))))(
  "A97 a step that rewrites the question into «$text» is not blamed, labels $labels",
  ({ text, labels }) => {
    expect(rewrittenAs(text, labels)).toMatchObject({ errorType: "RetrievalError", op: "se" });
  },
);
