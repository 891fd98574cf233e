import type { TraceEvent } from "../../../protocol/events/events.ts";

/**
 * Returns a command that sends an example trace. In this trace, an extraction loses half of a
 * message, and the answer is wrong for this reason.
 */
export function curlCommand(now: number): string {
  const lines = eventsOf(now).map((event) => JSON.stringify(event));
  return `curl -sS "$MEMTRACE_URL/v1/events" -H "Authorization: Bearer $MEMTRACE_API_KEY" \\
  -H "Content-Type: application/x-ndjson" --data-binary @- <<'EVENTS'
${lines.join("\n")}
EVENTS`;
}

function eventsOf(now: number): TraceEvent[] {
  const graph = "user-42";
  const place = (seq: number) => ({ id: `first-${seq}`, graph, seq, at: now });
  const [question, prediction] = ["What is my cat called?", "All I know is: I moved to Lisbon."];
  return [
    {
      ...{ type: "variable", ...place(1), ref: "m", name: "message", category: "message" },
      value: "I moved to Lisbon, and my cat is called Tom",
    },
    { type: "operation", ...place(2), op: "op-1", name: "remember", category: "extraction" },
    {
      ...{ type: "variable", ...place(3), ref: "u", name: "unit", category: "memory_entry" },
      value: "I moved to Lisbon",
    },
    { type: "link", ...place(4), op: "op-1", from: "m", to: "u" },
    { type: "variable", ...place(5), ref: "q", name: "query", class: "query", value: question },
    { type: "operation", ...place(6), op: "op-2", name: "answer" },
    {
      ...{ type: "variable", ...place(7), ref: "a", name: "answer", class: "prediction" },
      value: prediction,
    },
    { type: "link", ...place(8), op: "op-2", from: "q", to: "a" },
    { type: "link", ...place(9), op: "op-2", from: "u", to: "a" },
    {
      ...{ type: "verdict", ...place(10), query: question, queryRef: "q", prediction, score: 0 },
      ...{ predictionRef: "a", expected: ["Tom"], evidence: ["m"] },
    },
  ];
}
