import fc from "fast-check";
import { expect, test } from "vitest";
import type { AnswerSource } from "../../src/protocol/api/attribution.ts";
import { WebhookPayload, withoutTexts } from "../../src/protocol/api/webhook-payloads.ts";
import { ERROR_TYPES } from "../../src/protocol/error-types.ts";
import { MAX_NAME_CHARS } from "../../src/protocol/limits.ts";
import {
  attributionCompleted,
  distributionShifted,
  endpointDisabled,
  reportReady,
  testEvent,
} from "../../src/webhooks/payloads.ts";

const ORIGIN = { baseUrl: "https://memtrace.example.com/", project: "prj_1" };
const AT = Date.UTC(2026, 0, 1);

const CASE = {
  id: "case_1",
  graph: "graph_1",
  query: "Where did the sunflowers go?",
  prediction: "The memories do not say.",
  expected: ["in the blue vase"],
  finding: "fnd_1",
  attribution: {
    reason: "The unit was in the store, and the search did not return it.",
    outcome: "attributed",
    errorType: "RetrievalError",
    subKind: "cut off",
    op: "op-31",
    opName: "search_vector_store",
    confidence: 0.94,
  },
} as const;

const longName = fc.string({ unit: "binary", minLength: 200, maxLength: MAX_NAME_CHARS });
const longText = fc.string({ unit: "binary", maxLength: 3_000 });

test("W18 the payload of an attribution links to the case in its project", () => {
  expect(attributionCompleted(ORIGIN, CASE, AT)).toEqual({
    type: "attribution.completed",
    timestamp: "2026-01-01T00:00:00.000Z",
    data: {
      project: "prj_1",
      case: "case_1",
      graph: "graph_1",
      query: "Where did the sunflowers go?",
      outcome: "attributed",
      errorType: "RetrievalError",
      subKind: "cut off",
      op: "op-31",
      opName: "search_vector_store",
      confidence: 0.94,
      source: null,
      finding: "fnd_1",
      texts: {
        question: "Where did the sunflowers go?",
        given: "The memories do not say.",
        expected: ["in the blue vase"],
        reason: "The unit was in the store, and the search did not return it.",
      },
      url: "https://memtrace.example.com/p/prj_1/cases/case_1",
    },
  });
});

test("W59 the payload names the step of the wrong answer's source, with a reason of bounded length", () => {
  const quote = { variable: "text@1", op: "op-4", opName: "expert", words: "It is red." };
  const source: AnswerSource = {
    ...{ outcome: "found", from: "made", op: "op-4", opName: "expert", stated: quote },
    ...{ calledBy: null, related: null, details: ["red"], confidence: 0.75 },
    reason: "x".repeat(2_000),
  };
  const attribution = { ...CASE.attribution, source };
  const payload = WebhookPayload.parse(attributionCompleted(ORIGIN, { ...CASE, attribution }, AT));
  expect(payload.data).toMatchObject({ source: { from: "made", op: "op-4", opName: "expert" } });
  expect(JSON.stringify(payload).length).toBeLessThan(2_000);
  const unknown = { outcome: "cannot-tell", because: "not-recorded", reason: "" } as const;
  const without = { ...CASE.attribution, source: unknown };
  const other = attributionCompleted(ORIGIN, { ...CASE, attribution: without }, AT);
  expect(other.data).toMatchObject({ source: null });
});

test("W60 only endpoints with includeTexts get the question, answers and reason", () => {
  const payload = attributionCompleted(ORIGIN, CASE, AT);
  const bare = WebhookPayload.parse(withoutTexts(payload));
  expect(JSON.stringify(payload)).toContain("in the blue vase");
  expect(JSON.stringify(bare)).not.toContain("in the blue vase");
  expect(JSON.stringify(bare)).not.toContain("The memories do not say");
  expect(bare.data).toMatchObject({ query: CASE.query, finding: "fnd_1" });
});

test("W53 the payload of an undecided verdict says so, and names no type, operation or confidence", () => {
  const nothing = { errorType: null, subKind: null, op: null, opName: null, confidence: null };
  const attribution = { outcome: "undecided", reason: "", ...nothing } as const;
  const payload = attributionCompleted(ORIGIN, { ...CASE, attribution }, AT);
  expect(WebhookPayload.parse(payload)).toEqual(payload);
  expect(payload.data).toMatchObject({ outcome: "undecided", ...nothing });
});

test("W18 the payloads of a report, a disabled endpoint and a test link to their pages", () => {
  const report = { id: "rep_1", from: AT, to: AT, trigger: "schedule", headline: "None." } as const;
  const endpoint = { id: "end_1", url: "https://example.com/", reason: "It answered 410." };
  const urls = [
    reportReady(ORIGIN, report, AT),
    distributionShifted(ORIGIN, { id: "shf_1", system: "mem0", headline: "Rose." }, AT),
    endpointDisabled(ORIGIN, endpoint, AT),
    testEvent(ORIGIN, "end_1", AT),
  ].map((payload) => WebhookPayload.parse(payload).data.url);
  expect(urls).toEqual([
    "https://memtrace.example.com/p/prj_1/reports/rep_1",
    "https://memtrace.example.com/p/prj_1/shifts/shf_1",
    "https://memtrace.example.com/p/prj_1/webhooks",
    "https://memtrace.example.com/p/prj_1/webhooks",
  ]);
});

test("W18 with the longest names and texts, a payload keeps its shape and is under 20 kB", () => {
  fc.assert(
    fc.property(
      fc.record({
        id: longName,
        graph: longName,
        query: longText,
        prediction: longText,
        expected: fc.array(longText, { maxLength: 5 }),
        finding: fc.constant("fnd_1"),
        attribution: fc.record({
          reason: longText,
          outcome: fc.constant("attributed" as const),
          errorType: fc.constantFrom(...ERROR_TYPES),
          subKind: fc.constant(null),
          op: longName,
          opName: longName,
          confidence: fc.double({ min: 0, max: 1, noNaN: true }),
        }),
      }),
      longText,
      (attributed, text) => {
        const payloads = [
          attributionCompleted(ORIGIN, attributed, AT),
          distributionShifted(
            ORIGIN,
            { id: attributed.id, system: attributed.attribution.opName, headline: text },
            AT,
          ),
          reportReady(
            ORIGIN,
            { id: attributed.id, from: AT, to: AT, trigger: "request", headline: text },
            AT,
          ),
          endpointDisabled(ORIGIN, { id: attributed.id, url: text, reason: text }, AT),
        ];
        for (const payload of payloads) {
          const body = JSON.stringify(payload);
          expect(Buffer.byteLength(body)).toBeLessThan(20_000);
          expect(WebhookPayload.parse(JSON.parse(body))).toEqual(payload);
        }
      },
    ),
  );
});

test("W18 a long query is cut between whole characters and marked", () => {
  const { data } = attributionCompleted(ORIGIN, { ...CASE, query: "🌻".repeat(500) }, AT);
  expect(data).toMatchObject({ query: `${"🌻".repeat(149)}…` });
});
