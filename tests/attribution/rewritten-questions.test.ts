import { expect, test } from "vitest";
import { KeyMemory } from "./support/key-memory.ts";

const LABELS = [
  { name: "rewrite_query", category: "query_rewrite" },
  { name: "rewrite_query", category: "query_rewrite", class: "query" },
  { name: "rewrite_query" },
];

const rewrittenAs = (text: string, labels: (typeof LABELS)[number]) =>
  new KeyMemory().ask([1, 0], undefined, { ...labels, text }).attributed();

/** Questions about other topics. Some of them use words of the messages, the others use none. */
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
    expect(verdict.reason).toContain("changed the topic of the question, so the search did not");
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

/** The search returns the unit about the honey, and misses the unit about the jars. */
const askedForLids = (text: string) =>
  new KeyMemory({
    0: ["Ingrid sold honey at the market, in big jars", "Ingrid sold honey in big jars"],
    2: ["The lids of the honey jars have a 66 mm thread", "Lids of the honey jars: 66 mm thread"],
  })
    .ask(
      [0],
      {
        ...{ query: "Which thread do the lids of the jars have?", prediction: "I do not know." },
        ...{ expected: "66 mm", evidence: "message-2@1" },
      },
      { name: "rewrite_query", text },
    )
    .attributed();

test("A358 a step is blamed whose text about «jars» fits another unit better than the missed one", () => {
  const missed = { errorType: "RetrievalError", subKind: "query missed", op: "rw" };
  expect(askedForLids("goods sold with jars")).toMatchObject(missed);
});

test.each(["size of lids for jars", "thread of jars", "jar hardware"])(
  "A358 a step that writes «%s» is not blamed",
  (text) => {
    expect(askedForLids(text)).toMatchObject({ errorType: "RetrievalError", op: "se" });
  },
);

/** The search returns the unit about the first camp, and misses the unit about the second one. */
const askedForCamp = (text: string) =>
  new KeyMemory({
    0: [
      "Our first youth camp was in Annecy, sailing was popular",
      "The first youth camp was in Annecy; sailing was popular.",
    ],
    2: ["We hold the upcoming youth camp in Gap", "The upcoming youth camp is in Gap."],
  })
    .ask(
      [0],
      {
        ...{ query: "In which town is the next youth camp?", prediction: "In Annecy." },
        ...{ expected: "Gap", evidence: "message-2@1" },
      },
      { name: "rewrite_query", text },
    )
    .attributed();

const askedForWedding = (text: string) =>
  new KeyMemory({
    0: [
      "Die Hochzeit damals war im Schloss, mit Feuerwerk",
      "Die Hochzeit damals war im Schloss, mit Feuerwerk.",
    ],
    2: ["Die Hochzeit im Herbst feiern wir im Kloster", "Die Hochzeit im Herbst ist im Kloster."],
  })
    .ask(
      [0],
      {
        ...{ query: "Wo ist die Hochzeit im Herbst?", prediction: "Im Schloss." },
        ...{ expected: "Kloster", evidence: "message-2@1" },
      },
      { name: "rewrite_query", text },
    )
    .attributed();

test.each([
  ["youth camp sailing", askedForCamp],
  ["town of the previous youth camp with sailing", askedForCamp],
  ["Hochzeit Feuerwerk", askedForWedding],
])("A395 a step is blamed that drops a word and adds a word of another unit: «%s»", (text, ask) => {
  const missed = { errorType: "RetrievalError", subKind: "query missed", op: "rw" };
  expect(ask(text)).toMatchObject(missed);
});

test.each([
  ["next youth camp town sailing", askedForCamp],
  ["youth camp", askedForCamp],
  ["Ort der Hochzeit", askedForWedding],
])("A395 a step is not blamed that keeps all words, or adds no word: «%s»", (text, ask) => {
  expect(ask(text)).toMatchObject({ errorType: "RetrievalError", op: "se" });
});
