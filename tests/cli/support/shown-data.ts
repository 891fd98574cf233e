/** Cases and a report to print, and a terminal that stores the printed text. */
import { Terminal } from "../../../src/cli/terminal.ts";
import type { Case } from "../../../src/protocol/api/api.ts";
import type { Report } from "../../../src/protocol/api/insights/reports.ts";
import { NOTHING_SPENT } from "../../../src/protocol/model.ts";

export const wrong = (change: Partial<Case> = {}): Case => ({
  ...{ id: "case_0123456789", graph: "g", system: null, sessionCategory: null, origin: "api" },
  ...{ query: "Under what is the spare key kept?", expected: ["the blue flowerpot"] },
  ...{ prediction: "I do not know that.", occurredAt: "2026-03-04T05:06:07.000Z" },
  ...{
    createdAt: "2026-03-04T05:06:07.000Z",
    state: "done",
    outcome: "attributed",
    errorType: "RetrievalError",
    subKind: "ranked out",
  },
  ...{ op: "op-1", opName: "search_memory", confidence: 0.97, agreement: null, proof: null },
  ...{ labelState: "none", labelledBy: 0 },
  ...{ queryId: null, predictionId: null, evidence: [], judgeReason: null, failure: null },
  ...{ correction: null, decisions: 0 },
  attribution: {
    ...{
      outcome: "attributed",
      errorType: "RetrievalError",
      subKind: "ranked out",
      op: "op-1",
      opName: "search_memory",
      link: null,
    },
    ...{ reason: "It was in the store, and not returned.", confidence: 0.97, method: "flow" },
    ...{ details: [], lost: [], chain: [], suspects: [], evidence: [], evidenceFound: false },
    notes: [],
  },
  ...{ attributedAt: null, label: null },
  ...change,
});

export const undecided = (change: Partial<Case> = {}): Case =>
  wrong({
    ...{ outcome: "undecided", errorType: null, subKind: null, op: null, opName: null },
    confidence: null,
    attribution: {
      ...{ outcome: "undecided", errorType: null, subKind: null, op: null, opName: null },
      link: null,
      ...{ confidence: null, because: "no-expected-answer", method: "flow" },
      ...{ reason: "No expected answer is known.", remedy: "Give the expected answer." },
      ...{ details: [], suspects: [], evidence: [], evidenceFound: true, notes: [] },
    },
    ...change,
  });

export const report = (text: string): Report => ({
  ...{ id: "rep_1", from: "2026-03-01T00:00:00.000Z", to: "2026-03-08T00:00:00.000Z" },
  ...{ createdAt: "2026-03-08T00:00:00.000Z", trigger: "request", headline: text, job: null },
  filter: { system: text, graphs: [text] },
  explanation: {
    ...{ model: "small", notes: [], spent: NOTHING_SPENT },
    systems: [
      {
        ...{ system: "mem0", read: 1, readCases: ["case_1"], of: 1 },
        claims: [{ title: text, text, action: text, cases: ["case_1"] }],
      },
    ],
  },
  body: {
    ...{
      headline: text,
      cases: 1,
      attributed: 1,
      undecided: 0,
      byType: [],
      bySystem: [],
      changes: null,
      overview: {
        ...{ text: [text], graphs: 1, sessions: 1, operations: 1, systems: [] },
        ...{ right: null, health: null },
      },
      conclusions: [
        {
          ...{ title: text, meaning: text, action: text, errorType: "UpdateError" },
          ...{ opName: text, count: 1, cases: ["case_1"] },
        },
      ],
    },
    byOperation: [{ key: text, count: 1, byType: {}, undecided: 0 }],
    findings: [
      {
        ...{ title: text, text, errorType: "UpdateError", opName: text, count: 1 },
        cases: [
          {
            ...{ id: "case_1", query: text, expected: [text], prediction: text },
            ...{ reason: text, confidence: 0.5 },
          },
        ],
      },
    ],
  },
});

export function terminalOf(
  columns: number | undefined,
  isTTY: boolean,
  env: Record<string, string> = {},
) {
  const written: string[] = [];
  const stream = {
    ...{ isTTY, columns: columns as number },
    write: (text: string | Uint8Array) => written.push(String(text)) > 0,
  };
  return { terminal: new Terminal(stream, stream, env), written };
}
