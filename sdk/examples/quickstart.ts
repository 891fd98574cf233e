/** A three-function memory gives a wrong answer. Run: `MEMTRACE_API_KEY=… node quickstart.ts` */
import { MemTrace } from "@memtrace/sdk";

const memtrace = new MemTrace();
const end = (message: string): never => {
  console.error(message);
  process.exit(1);
};
if (!memtrace.enabled) end("Get a key: `npm run dev`, open http://localhost:8787, sign up, Keys.");

const notes: string[] = [];
const remember = memtrace.operation(
  "remember",
  { category: "extraction", output: { category: "memory_entry" } },
  (message: string) => {
    const note = message.split(",")[0] ?? ""; // The mistake: drops half of the message.
    notes.push(note);
    return note;
  },
);
const search = memtrace.operation("search", { category: "retrieval" }, (_: string) => [...notes]);
const answer = memtrace.operation(
  "answer",
  { category: "answer", output: { class: "prediction" } },
  (_query: string, found: string[]) => `All I know is: ${found.join("; ")}.`,
);

await memtrace.graph("quickstart-user", { system: "quickstart" }, async () => {
  const said = "I moved to Lisbon, and my cat is called Tom";
  const message = memtrace.variable(said, { name: "message-1", category: "message" });
  remember(said);
  const query = "What is the cat called?";
  memtrace.variable(query, { name: "query-1", class: "query" });
  const prediction = answer(query, search(query));
  memtrace.verdict({ query, prediction, expected: "Tom", score: 0, evidence: [message] });
});

await memtrace.flush({ timeoutMs: 5_000 }).catch((error: Error) => end(error.message));
console.log("Sent. Open MemTrace: in a few seconds the case names `remember` as the one at fault.");
