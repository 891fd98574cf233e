/**
 * Builds the fields that the tracer fills in the same way for every kind of verdict. One of them is
 * `notes`, which says what the tracer could not decide.
 */
import type { Attribution } from "../../protocol/api/attribution.ts";
import { sayDay } from "../../text/calendar.ts";
import type { About } from "../flow/trace-context.ts";

/** @param followed whether the tracer followed a detail through the graph */
export function commonPart(
  about: About,
  followed: boolean,
): Pick<Attribution, "method" | "details" | "suspects" | "evidence" | "evidenceFound" | "notes"> {
  return {
    method: "flow",
    details: about.needs.needs.map(({ text, from, days }) => {
      // A text with a year, such as "5 October 2022", already names its time. So it gets no
      // `resolved`.
      const resolved = days === undefined || /\d{4}/.test(text) ? undefined : sayDay(days);
      return { text, from, ...(resolved === undefined ? {} : { resolved }) };
    }),
    suspects: [],
    evidence: about.evidence.map((v) => v.id),
    evidenceFound: about.evidenceFound,
    notes: notesOf(about, followed),
  };
}

function notesOf(about: About, followed: boolean): string[] {
  return [...notesOnEvidence(about, followed), ...notesOnGraph(about)].flatMap(([holds, note]) =>
    holds ? [note] : [],
  );
}

/** Returns a sentence that says why there is no expected answer to compare with. */
export function noExpectedAnswer({ isExpectedGiven }: Pick<About, "isExpectedGiven">): string {
  return isExpectedGiven
    ? "The expected answer has only function words, which cannot be followed"
    : "No expected answer is known";
}

type Note = readonly [holds: boolean, note: string];

function notesOnEvidence(about: About, followed: boolean): Note[] {
  const { graph, failed, roles, evidence, evidenceFound, needs, isExpectedKnown } = about;
  const found = evidence.length > 0;
  const unknown = failed.evidence.filter((id) => !graph.variables.has(id)).length;
  const missing = needs.unsupported.map((part) => JSON.stringify(part)).join(", ");
  return [
    [
      !isExpectedKnown,
      `${noExpectedAnswer(about)}, so the messages closest to the question were followed instead of the answer's own words.`,
    ],
    [
      evidenceFound && !found && roles.messages.length > 0,
      "No message of the graph is about the question. Give the evidence with the case.",
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
      "The evidence states the expected answer in other words, so the tracer followed its whole statement.",
    ],
    [
      isExpectedKnown && !needs.paraphrased && missing !== "",
      `No evidence states ${missing} of the expected answer.`,
    ],
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
      "The graph does not record what the answering operation read.",
    ],
  ];
}
