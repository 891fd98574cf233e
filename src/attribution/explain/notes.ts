/** What could not be decided, and what would be needed to decide it. */
import type { About } from "../flow/trace-context.ts";

/** `followed` tells whether a detail was followed through the graph for the verdict. */
export function notesOf(about: About, followed: boolean): string[] {
  return [...notesOnEvidence(about, followed), ...notesOnGraph(about)].flatMap(([holds, note]) =>
    holds ? [note] : [],
  );
}

type Note = readonly [holds: boolean, note: string];

function notesOnEvidence(
  { graph, failed, roles, evidence, evidenceFound, needs, isExpectedKnown }: About,
  followed: boolean,
): Note[] {
  const found = evidence.length > 0;
  const unknown = failed.evidence.filter((id) => !graph.variables.has(id)).length;
  const missing = needs.unsupported.map((part) => JSON.stringify(part)).join(", ");
  return [
    [
      !isExpectedKnown,
      "No expected answer is known, so the messages closest to the question were followed instead of the answer's own words.",
    ],
    [
      evidenceFound && !found && roles.messages.length > 0,
      "No message of the graph speaks of the question; give the evidence with the case.",
    ],
    [
      evidenceFound && found,
      "No evidence was given; the messages were found by their words and may be the wrong ones.",
    ],
    [
      unknown > 0,
      `${unknown} of the given evidence ids ${unknown === 1 ? "is" : "are"} not in the graph.`,
    ],
    [evidence.some((v) => v.value.trim() === ""), "An evidence message has no recorded value."],
    [
      followed && needs.paraphrased && needs.needs.length > 0 && isExpectedKnown,
      "The evidence words the expected answer differently, so its whole statement was followed.",
    ],
    [!needs.paraphrased && missing !== "", `No evidence states ${missing} of the expected answer.`],
  ];
}

function notesOnGraph({ roles }: About): Note[] {
  return [
    [roles.messages.length === 0, "The graph records no messages, so there is nothing to follow."],
    [
      roles.answer === undefined,
      "The answer is not a variable of the graph; record it to see what it was made of.",
    ],
    [roles.answerOp === undefined, "No operation of the graph wrote the answer."],
    [
      roles.query === undefined,
      "The question is not a variable of the graph; record it to see what was searched for.",
    ],
    [
      roles.query !== undefined && roles.retrievalOps.length === 0,
      "The graph records no retrieval for the question.",
    ],
    [
      roles.answerOp !== undefined && roles.context.length === 0,
      "What the answering operation read is not recorded.",
    ],
  ];
}
