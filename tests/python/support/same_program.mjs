/** The program of `same_program.py` with the TypeScript SDK: same_program.mjs URL KEY GRAPH. */
import { MemTrace } from "../../../sdk/src/index.ts";

const [url, apiKey, id] = process.argv.slice(2);
const memtrace = new MemTrace({
  apiKey,
  url,
  onError: ({ message }) => {
    throw new Error(message);
  },
});
const units = new Map();
const remember = memtrace.operation(
  "remember",
  { category: "extraction", comment: "keeps the first half" },
  (message) => {
    const row = { id: `unit-000${units.size}`, text: `The user said: ${message.split(",")[0]}` };
    units.set(row.id, row);
    return memtrace.variable(row, { name: row.id, value: row.text, category: "memory_entry" });
  },
);
const search = memtrace.operation(
  "search",
  { category: "retrieval", output: (row) => ({ name: row.id, value: row.text }) },
  (_query, limit) => [...units.values()].slice(0, limit).map((row) => ({ ...row, score: 0.5 })),
);
const prompt = memtrace.operation("prompt", { reuse: true }, (query, found) => ({
  system: "Answer from the memory only.",
  about: `Question: ${query}`,
  found,
}));
const answer = memtrace.operation(
  "answer",
  { category: "answer", output: { class: "prediction" }, metadata: { model: "scripted" } },
  async (query, found) => {
    prompt(query, found);
    return `All I know: ${found.length} notes 😀`;
  },
);
const failing = memtrace.operation("failing", (text) => {
  throw new Error(`cannot read ${text}`);
});
const streamed = memtrace.operation("streamed", function* (text) {
  for (const word of text.split(" ")) yield `${word} `;
});

await memtrace.graph(
  id,
  { user: "ada", system: "same", strict: true, metadata: { run: 1, share: 0.25 } },
  () =>
    memtrace.session({ id: `${id}-session`, name: "conversation", category: "memory" }, () =>
      memtrace.propagate({ tenant: "acme" }, async () => {
        const said = "I moved to Lisbon, and my cat is called Tom";
        const message = memtrace.variable(said, { name: "message-1", category: "message" });
        remember(said);
        remember("My sister lives in Porto, by the river 🌊");
        const query = "What is the cat called?";
        memtrace.variable(query, { name: "query-1", class: "query" });
        const found = search(query, 5);
        const prediction = await answer(query, found);
        try {
          failing("a text of some length");
        } catch {
          // The operation has recorded the error.
        }
        [...streamed("one two three four")];
        const profile = "🌊 The profile of the user, which grows over time. ".repeat(20);
        memtrace.variable(profile, { name: "profile" });
        memtrace.mutate("profile", `${profile}She likes 😀 tea.`, { inputs: [message] });
        memtrace.mutate("profile", `Now: ${profile}She likes 😎 tea.`, { comment: "corrected" });
        memtrace.link(message, "profile", { operation: "derive", category: "extraction" });
        memtrace.delete("unit-0001", { comment: "outdated" });
        memtrace.variable({ list: [1, 2.5, 1e21, true, null, { deep: ["x"] }] }, { name: "data" });
        memtrace.verdict({
          ...{ query, prediction, expected: "Tom", score: false },
          ...{ evidence: [message], reason: "wrong", metadata: { judge: "scripted" } },
        });
      }),
    ),
);
await memtrace.flush();
