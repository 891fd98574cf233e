import { createHmac } from "node:crypto";
import { expect, test } from "vitest";
import { buildGraph } from "../../src/graph/build/build-graph.ts";
import type { TraceEvent } from "../../src/protocol/events/events.ts";
import { KINDS } from "../../src/redaction/kinds.ts";
import {
  redactCase,
  redactEvent,
  redactedId,
  replacedIn,
} from "../../src/redaction/redact-event.ts";
import { Redactor } from "../../src/redaction/redactor.ts";

const hash = (text: string) =>
  createHmac("sha256", "key of one project").update(text).digest("hex");
const redactor = new Redactor({ kinds: KINDS, own: [] }, hash);
const EMAIL = redactor.text("alice@example.com");
const base = { graph: "g", at: 1 };

test("P47 names, comments, metadata with its keys, errors and verdicts are redacted", () => {
  const events: TraceEvent[] = [
    {
      ...{ ...base, type: "variable", id: "e1", ref: "r1", name: "of alice@example.com" },
      ...{ value: "x", comment: "for alice@example.com", category: "alice@example.com" },
      metadata: { "alice@example.com": [{ to: "alice@example.com", n: 3 }] },
    },
    { ...base, type: "operation", id: "e2", op: "o", name: "send", error: "no alice@example.com" },
    { ...base, type: "graph", id: "e3", user: "alice@example.com" },
    {
      ...{ ...base, type: "verdict", id: "e4", query: "Who is alice@example.com?", score: 0 },
      ...{
        prediction: "alice@example.com",
        expected: ["alice@example.com"],
        reason: "alice@example.com",
      },
    },
  ];
  const text = JSON.stringify(events.map((event) => redactEvent(event, redactor)));
  expect(text).not.toContain("alice@");
  expect(text.split(EMAIL)).toHaveLength(12);
});

test("P47 redaction returns an event without personal data unchanged", () => {
  const event: TraceEvent = {
    ...base,
    type: "variable",
    id: "e",
    ref: "r",
    name: "n",
    value: "tea",
  };
  expect(redactEvent(event, redactor)).toBe(event);
});

test("P47 references lead to the redacted records", () => {
  const events: TraceEvent[] = [
    { ...base, type: "session", id: "e0", session: "s" },
    {
      ...base,
      type: "variable",
      id: "e1",
      ref: "a",
      class: "msg",
      name: "alice@example.com",
      value: "1",
    },
    { ...base, type: "variable", id: "e2", ref: "to bob@example.com", name: "b", value: "2" },
    { ...base, type: "operation", id: "e3", op: "o alice@example.com", name: "copy" },
    {
      ...{ ...base, type: "link", id: "e4", op: "o alice@example.com" },
      ...{ from: "msg:alice@example.com@1", to: "to bob@example.com" },
    },
  ];
  const graph = buildGraph(
    "g",
    events.map((event) => redactEvent(event, redactor)),
  );
  expect(graph.links.size).toBe(1);
  const [link] = graph.links.values();
  expect(link).toMatchObject({
    from: `msg:${redactedId("alice@example.com", redactor)}@1`,
    to: "b@1",
  });
  expect(graph.warnings).toEqual([]);
});

test("P47 two different ids stay different, and a redacted id does not change again", () => {
  const ids = [
    "alice@example.com",
    "Alice@example.com",
    "x:alice@example.com@3",
    "alice@example.com:7",
  ];
  const made = ids.map((id) => redactedId(id, redactor));
  expect(new Set(made).size).toBe(ids.length);
  expect(made.join()).not.toContain("@example");
  expect(made.map((id) => redactedId(id, redactor))).toEqual(made);
});

test("P48 a case that a request opens is redacted like the events of its graph", () => {
  const failed = {
    ...{
      query: "Where does alice@example.com live?",
      prediction: "Rome",
      judgeReason: "alice@example.com",
    },
    ...{ expected: ["alice@example.com, Oslo"], evidence: ["msg:alice@example.com@1"] },
  };
  expect(redactCase(failed, redactor)).toEqual({
    ...{ query: `Where does ${EMAIL} live?`, prediction: "Rome", judgeReason: EMAIL },
    ...{ expected: [`${EMAIL}, Oslo`] },
    evidence: [`msg:${redactedId("alice@example.com", redactor)}@1`],
  });
});

test.each([
  ["alice@example.com"],
  [[null]],
  [[["alice@example.com", 1, 2]]],
  [[[1, 2]]],
  [[[-1, 2, 3]]],
  [{ a: "alice@example.com" }],
])("P51 replacements that a client invented are redacted and not used as records: %j", (noted) => {
  const origin = { "memtrace:redacted": noted };
  const event: TraceEvent = {
    ...{ ...base, type: "variable", id: "e", ref: "r", name: "n", value: "tea", origin },
    metadata: origin,
  };
  expect(JSON.stringify(redactEvent(event, redactor))).not.toContain("alice@");
  expect(replacedIn(origin)).toEqual([]);
});
