/** What could not be decided, and what would be needed to decide it. */
import type { About } from "./explain.ts";

/** `followed` tells whether a detail was followed through the graph for the verdict. */
export function notesOf(
  { failed, roles, evidence, evidenceFound, needs }: About,
  followed: boolean,
): string[] {
  const notes: string[] = [];
  const say = (when: boolean, note: string) => when && notes.push(note);
  say(
    failed.expected.length === 0,
    "No expected answer is known, so the messages closest to the question were followed instead of the answer's own words.",
  );
  say(roles.messages.length === 0, "The graph records no messages, so there is nothing to follow.");
  say(
    evidenceFound && evidence.length === 0 && roles.messages.length > 0,
    "No message of the graph speaks of the question; give the evidence with the case.",
  );
  say(
    evidenceFound && evidence.length > 0,
    "No evidence was given; the messages were found by their words and may be the wrong ones.",
  );
  const unknown = failed.evidence.length - (evidenceFound ? 0 : evidence.length);
  say(
    unknown > 0,
    `${unknown} of the given evidence ids ${unknown === 1 ? "is" : "are"} not in the graph.`,
  );
  say(
    evidence.some((v) => v.value.trim() === ""),
    "An evidence message has no recorded value.",
  );
  say(
    followed && needs.paraphrased && needs.needs.length > 0 && failed.expected.length > 0,
    "The evidence words the expected answer differently, so its whole statement was followed.",
  );
  say(
    !needs.paraphrased && needs.unsupported.length > 0,
    `No evidence states ${needs.unsupported.map((part) => JSON.stringify(part)).join(", ")} of the expected answer.`,
  );
  say(
    roles.answer === undefined,
    "The answer is not a variable of the graph; record it to see what it was made of.",
  );
  say(roles.answerOp === undefined, "No operation of the graph wrote the answer.");
  say(
    roles.query === undefined,
    "The question is not a variable of the graph; record it to see what was searched for.",
  );
  say(
    roles.query !== undefined && roles.retrievalOps.length === 0,
    "The graph records no retrieval for the question.",
  );
  say(
    roles.answerOp !== undefined && roles.context.length === 0,
    "What the answering operation read is not recorded.",
  );
  return notes;
}
