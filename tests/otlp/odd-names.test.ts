/**
 * Names that every plain object has as properties, in places where a span or a file may have any
 * text.
 */
import { expect, test } from "vitest";
import { Catalog } from "../../src/attribution/agent/catalog.ts";
import { inspectLog } from "../../src/attribution/agent/log-search.ts";
import { readSpans } from "../../src/otlp/encoding/spans.ts";
import { mapSpans } from "../../src/otlp/map-spans.ts";
import { readDatasetItems } from "../../src/protocol/json/dataset-items.ts";
import { graphOf, mapped, step } from "./support/mapped.ts";
import { requestOf } from "./support/otlp-request.ts";

const MODEL_STEP = { "gen_ai.operation.name": "chat" };
const NAMES = ["constructor", "toString", "valueOf", "hasOwnProperty", "__proto__"];
const KEYS = [
  ...["gen_ai.operation.name", "openinference.span.kind", "traceloop.span.kind"],
  ...["llm.request.type", "langfuse.observation.type", "ai.operationId", "memory.operation"],
  ...["gen_ai.tool.name", "memtrace.system", "user.id", "gen_ai.conversation.id"],
];

test.each(KEYS)(
  "H282 a span is mapped as text if its %s is the name of a built-in object property",
  (key) => {
    for (const name of NAMES) {
      const messages = JSON.stringify([{ role: name, content: "Rex is my dog." }]);
      const attributes = { "gen_ai.input.messages": messages, [key]: name };
      const { events } = mapped([step(name, attributes), step("chat", { [key]: name })]);
      const said = JSON.stringify(events);
      expect(said).toContain("Rex is my dog.");
      expect(said).not.toContain("native code");
      for (const event of events) {
        const category = "category" in event ? event.category : undefined;
        expect(["string", "undefined"]).toContain(typeof category);
      }
    }
  },
);

test("H282 the service skips and reports a span that it cannot read, and maps the others", () => {
  const read = readSpans(
    requestOf([step("chat", MODEL_STEP), step("chat", MODEL_STEP, { spanId: "f".repeat(16) })]),
  );
  if (!("spans" in read)) throw new Error(JSON.stringify(read));
  class Failing extends Map<string, string> {
    override has(): boolean {
      throw new TypeError("a fault of ours");
    }
  }
  const [good, other] = read.spans;
  if (good === undefined || other === undefined) throw new Error("two spans were sent");
  const bad = { ...other, attributes: new Failing([["llm.model", "m"]]) };
  const { steps, failed } = mapSpans([bad, good]);
  const events = [...steps].flatMap(({ events: of }) => of);
  expect(events.some(({ id }) => id.includes(good.spanId))).toBe(true);
  expect(events.some(({ id }) => id.includes(bad.spanId))).toBe(false);
  expect(failed()).toMatchObject([{ spanId: bad.spanId, error: { message: "a fault of ours" } }]);
});

test("H282 the log counts operations whose name is a built-in object property", () => {
  const spans = NAMES.map((name, at) =>
    step(name, MODEL_STEP, { spanId: `${at + 1}`.padStart(16, "0") }),
  );
  const said = JSON.stringify(inspectLog(new Catalog(graphOf(spans))));
  for (const name of NAMES) expect(said).toContain(`${JSON.stringify(name)}:1`);
});

test("H282 a column called __proto__ rejects its items and merges no two items", () => {
  const read = readDatasetItems("question,__proto__\na,1\na,2\nb,\n", "csv");
  if (!read.ok) throw new Error(read.fault.kind);
  const message = expect.stringMatching(/^metadata\.__proto__: .*another name/);
  expect(read.value.rejected).toEqual([
    { index: 0, message },
    { index: 1, message },
  ]);
  expect(read.value.items).toMatchObject([{ item: { question: "b" } }]);
});

test("P36 an attribute called __proto__ is metadata like any other", () => {
  const { events } = mapped([step("chat", { ...MODEL_STEP, ["__proto__"]: "kept" })]);
  expect(JSON.stringify(events[0])).toContain('"__proto__":"kept"');
});
