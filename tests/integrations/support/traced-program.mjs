/**
 * A program that runs on any JavaScript runtime. It wraps functions, nests calls, answers wrongly,
 * and closes the client.
 */
const [sdk, url, apiKey, graph] = globalThis.Deno?.args ?? globalThis.process.argv.slice(2);
const { MemTrace } = await import(sdk);
const memtrace = new MemTrace({ url, apiKey });
const pause = () => new Promise((resolve) => setTimeout(resolve, 1));
const remember = memtrace.operation(
  "remember",
  { category: "extraction", output: { category: "memory_entry" } },
  async (message) => {
    await pause();
    return message.replace("By the way, the", "The");
  },
);
const search = memtrace.operation("search", { category: "retrieval" }, async (question, units) => {
  await pause();
  return units.filter((unit) => unit.includes(question.split(" ").at(-1)));
});
const answer = memtrace.operation(
  "answer",
  { output: { class: "prediction" } },
  async (_question, found) => {
    await pause();
    return found[0] ?? "I do not know that.";
  },
);
await memtrace.graph(graph, { system: "any" }, async () => {
  const said = "By the way, the spare key is kept under the blue flowerpot.";
  const query = "Under what is the spare key kept?";
  const message = memtrace.variable(said, { category: "message" });
  const unit = await remember(said);
  memtrace.variable(query, { class: "query" });
  const prediction = await answer(query, await search(query, [unit]));
  const expected = "the blue flowerpot";
  memtrace.verdict({ query, prediction, expected, score: 0, evidence: [message] });
});
await memtrace.close();
