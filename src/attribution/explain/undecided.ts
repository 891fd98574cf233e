import { kindOf } from "../../graph/memory/record-categories.ts";
import type {
  AnswerSource,
  AttributedVerdict,
  Attribution,
  FailedCase,
  Suspect,
  UndecidedBecause,
  UndecidedVerdict,
} from "../../protocol/api/attribution.ts";
import { TooMuchEffort } from "../effort.ts";
import type { LossFinding } from "../flow/finding.ts";
import type { About } from "../flow/trace-context.ts";
import { LEAST_CONFIDENCE } from "../thresholds.ts";
import type { Obstacle } from "../too-much-to-follow.ts";
import { commonPart, noExpectedAnswer } from "./common-part.ts";
import { quoted } from "./reason.ts";

const NO_CLAIM = {
  outcome: "undecided",
  errorType: null,
  subKind: null,
  op: null,
  opName: null,
  link: null,
  confidence: null,
} as const;

type Untraced = Exclude<UndecidedBecause, "signs-contradict" | "too-much-to-follow" | "no-memory">;

const GIVE_EXPECTED = "Give the expected answer with the case.";
const GIVE_EVIDENCE = "Give the messages that hold the answer as evidence with the case.";

/**
 * Returns the verdict for a case in which no operation can be blamed.
 * @param unnamed a loss that no recorded operation explains
 */
export function explainUndecided(about: About, unnamed: LossFinding | undefined): UndecidedVerdict {
  const because = whyUndecided(about, unnamed);
  const base = commonPart(about, false);
  return { ...base, ...NO_CLAIM, because, ...saying(because, unnamed, about) };
}

/** Returns the verdict for a case in which the graph contradicts every suspected operation. */
export function explainContradicted(about: About): UndecidedVerdict {
  return {
    ...commonPart(about, false),
    ...NO_CLAIM,
    because: "signs-contradict",
    reason: "The graph contradicts every verdict that the text comparison suggests.",
    remedy: about.evidenceFound ? GIVE_EVIDENCE : null,
  };
}

/**
 * Returns the verdict for a case whose tracing exceeded the maximum cost.
 * @throws `error` itself, if it is not a `TooMuchEffort`
 */
export function unlessTooMuch(error: unknown, { evidence }: FailedCase): UndecidedVerdict {
  if (error instanceof TooMuchEffort) return explainTooMuch(evidence);
  throw error;
}

const NO_MEMORY = "The tracer recognised no memory in this trace, so it names no loss.";

/**
 * Returns the verdict for an agent without a memory.
 * @param source the operation and input from which the wrong answer came
 */
export function explainNoMemory(verdict: Attribution, source: AnswerSource): UndecidedVerdict {
  return {
    ...commonOf(verdict),
    ...{ ...NO_CLAIM, because: "no-memory", source, suspects: [] },
    reason: `${NO_MEMORY} ${source.reason}`,
    remedy: null,
  };
}

/**
 * Returns the fields of `verdict` that stay in an undecided verdict. The fields that blame an
 * operation are left out.
 */
function commonOf(
  verdict: Attribution,
): Omit<Attribution, keyof typeof NO_CLAIM | "reason" | "source" | "suspects"> {
  const { method, details, evidence, evidenceFound, notes, decidedBy, spent, answers } = verdict;
  return {
    ...{ method, details, evidence, evidenceFound, notes },
    ...(decidedBy === undefined ? {} : { decidedBy }),
    ...(spent === undefined ? {} : { spent }),
    ...(answers === undefined ? {} : { answers }),
  };
}

/**
 * Returns the verdict for a case without an expected answer. The case's messages state different
 * values, so it is unknown which value is right.
 * @param values the different values, as text
 */
export function explainRivals(
  verdict: Attribution,
  values: string,
  about: Pick<About, "isExpectedGiven">,
): UndecidedVerdict {
  const first = verdict.outcome === "attributed" ? likeliest(verdict) : [];
  return {
    ...commonOf(verdict),
    ...{ ...NO_CLAIM, because: "no-expected-answer", suspects: [...first, ...verdict.suspects] },
    reason: `${noExpectedAnswer(about)}, and messages answer the question differently: ${values}.`,
    remedy: GIVE_EXPECTED,
  };
}

const TOO_MUCH = "Following the details through this graph takes more work than one case may cost.";
const RECORD_LESS =
  "Record a long memory as several units instead of one text, and give each end user or each memory its own graph. Then attribute the case again.";

/**
 * Returns the verdict for a case that takes too much work.
 * @param what the reason and the remedy of the verdict. By default, they say that the tracer
 * exceeded its maximum cost while it followed the details
 */
export function explainTooMuch(
  evidence: readonly string[],
  what: Obstacle = { reason: TOO_MUCH, remedy: RECORD_LESS },
): UndecidedVerdict {
  return {
    ...{ method: "flow", details: [], suspects: [], evidenceFound: false, notes: [] },
    ...{ ...NO_CLAIM, because: "too-much-to-follow", ...what, evidence: [...evidence] },
  };
}

function whyUndecided(about: About, unnamed: LossFinding | undefined): Untraced {
  const { graph, roles, evidence, isExpectedKnown } = about;
  const isAsked = roles.query !== undefined || roles.answer !== undefined;
  if (unnamed !== undefined && unnamed.inStore.length === 0) return "message-not-read";
  if (unnamed !== undefined) return isAsked ? "reading-not-recorded" : "question-not-recorded";
  if (roles.messages.length === 0 && evidence.length === 0) {
    if (!recordsMore(about)) return "nothing-recorded";
    return isAsked || graph.operations.size === 0 ? "no-messages" : "question-not-recorded";
  }
  if (!isExpectedKnown) return "no-expected-answer";
  return evidence.length > 0 || isAsked ? "no-evidence" : "question-not-recorded";
}

/**
 * Kinds of variables that belong to a question and its answer. They do not show that the agent has
 * a memory.
 */
const OF_THE_CASE: ReadonlySet<string | undefined> = new Set([
  ...["query", "answer", "expected", "judgement"],
]);

/**
 * Whether the graph has other variables than the case's question and answer. Variables of the kinds
 * in `OF_THE_CASE` do not count.
 */
function recordsMore({ graph, roles }: About): boolean {
  const own = new Set([roles.query?.id, roles.answer?.id]);
  for (const variable of graph.variables.values())
    if (!own.has(variable.id) && !OF_THE_CASE.has(kindOf(variable))) return true;
  return false;
}

function saying(
  because: Untraced,
  unnamed: LossFinding | undefined,
  about: About,
): Pick<UndecidedVerdict, "reason" | "remedy"> {
  const { evidence, evidenceFound } = about;
  const detail = quoted(unnamed?.need?.text ?? "");
  switch (because) {
    case "nothing-recorded":
      return {
        reason: "The graph records nothing before the answer, so there is nothing to follow.",
        remedy: "Record the messages, and the steps that read them and write the memory.",
      };
    case "no-messages":
      return {
        reason:
          "The tracer recognised no message among the values of the graph, so there is no information to follow.",
        remedy: `Record each message as a value of its own. ${GIVE_EVIDENCE}`,
      };
    case "question-not-recorded":
      return {
        reason:
          "The tracer found neither the question nor the answer in the graph, so the steps between them are unknown.",
        remedy: "Record the question and the answer, and the steps that read and write them.",
      };
    case "no-expected-answer":
      return {
        reason: `${noExpectedAnswer(about)}, and the tracer found no message that shows what the answer lacks.`,
        remedy: `${GIVE_EXPECTED} ${GIVE_EVIDENCE}`,
      };
    case "no-evidence":
      if (evidence.length === 0)
        return {
          reason: "The search found no message for the answer, so there is nothing to follow.",
          remedy: `Record the texts of the messages. ${GIVE_EVIDENCE}`,
        };
      return {
        reason: `${evidenceFound ? "The evidence that the search found" : "The given evidence"} shows no detail of the answer that the tracer could follow.`,
        remedy: evidenceFound
          ? GIVE_EVIDENCE
          : "Check that the evidence holds the answer and that its texts are recorded.",
      };
    case "message-not-read":
      return {
        reason: `Before the question was asked, no recorded operation read the message that says ${quoted(unnamed?.need?.statement ?? "")}. So the graph does not show what became of ${detail}.`,
        remedy:
          "Record the step that takes this message into the memory. If there is no such step, the memory never saw the message.",
      };
    case "reading-not-recorded":
      return {
        reason: `As far as its words show, the memory stated ${detail} when the question was asked, but the graph does not show what the answering step read.`,
        remedy: "Record the retrieval, and what the answering step read.",
      };
  }
}

/**
 * Makes a verdict undecided if its confidence is too low. The blamed operation becomes the first
 * suspect.
 */
export function withoutGuess(verdict: Attribution): Attribution {
  if (verdict.outcome === "undecided" || verdict.confidence >= LEAST_CONFIDENCE) return verdict;
  const { lost: _lost, chain: _chain, ...rest } = verdict;
  const where = verdict.opName === null ? "" : ` at ${verdict.opName}`;
  const percent = Math.round(verdict.confidence * 100);
  return {
    ...rest,
    ...NO_CLAIM,
    because: "signs-contradict",
    reason: `The signs contradict each other: the likeliest verdict, ${verdict.errorType}${where}, has a confidence of only ${percent}%.`,
    remedy: verdict.evidenceFound ? GIVE_EVIDENCE : null,
    suspects: [...likeliest(verdict), ...verdict.suspects],
  };
}

function likeliest({ op, opName, errorType, link, confidence }: AttributedVerdict): Suspect[] {
  if (op === null) return [];
  const whyNot = "The likeliest verdict, but more signs speak against it than for it.";
  return [{ op, opName: opName ?? op, errorType, link, confidence, whyNot }];
}
