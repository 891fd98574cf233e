import { executionOrder } from "../../graph/history/execution-order.ts";
import { atOnce } from "../../graph/in-turns.ts";
import { kindOf } from "../../graph/memory/record-categories.ts";
import { storeBefore } from "../../graph/memory/store.ts";
import { shapesOf } from "../../graph/memory/structural-signatures.ts";
import type { Variable } from "../../graph/model.ts";
import { contentStems } from "../../text/words.ts";
import { metadataDay, shownText } from "../carry/carry.ts";
import { rankByWords } from "../evidence/bm25.ts";
import { fused } from "../evidence/rank-fusion.ts";
import type { About, Tracing } from "../flow/trace-context.ts";
import { contextSources } from "./context-sources.ts";
import type { Hypothesis } from "./hypotheses.ts";
import type { InformationPaths } from "./information-paths.ts";
import type { Meaning } from "./meaning.ts";
import type { Stage, StagePart } from "./stage.ts";

/** Maximum number of memory units in one question to the model. */
const MAX_UNITS = 12;
/**
 * A unit can have a meaning similar to the question but no common word. At most this number of
 * units are added only for their meaning.
 */
const MAX_MEANT = 4;
/**
 * The memory units are ranked several times: for the question, for each statement of a needed
 * detail, and for each item of the expected answer. This is the maximum number of statements and
 * items together.
 */
const MAX_RANKINGS = 8;
/** Maximum number of messages in one question to the model. */
export const MAX_MESSAGES = 8;
/**
 * Maximum number of suspected operations for which stages are made. A stage shows what such an
 * operation wrote, or the memory just before the operation. An operation can have both stages.
 */
const MAX_WRITERS = 64;

/** Returns all stages of the case, from the messages to the answer. */
export function stagesOf(
  about: About,
  tracing: Tracing,
  paths: InformationPaths,
  hypotheses: readonly Hypothesis[],
  meaning?: Meaning,
): Stage[] {
  const { roles, failed, evidence } = about;
  const writers = hypotheses
    .filter(({ op, errorType }) => op !== null && paths.steps.has(op) && errorType !== "JudgeError")
    .sort((a, b) => b.prior - a.prior)
    .slice(0, MAX_WRITERS);
  const read = roles.context.map((variable) => valuePart(variable, about));
  const contextAt = roles.answerOp
    ? (executionOrder(about.graph).get(roles.answerOp.id) ?? 0)
    : roles.askedAt;
  const stages: Stage[] = [
    ...(evidence.length > 0 ? [messageStage(evidence, about)] : []),
    ...writers
      .filter(({ errorType }) => errorType !== "DeletionError")
      .flatMap(({ op, at }) => (op === null ? [] : [writtenStage(op, at, about, paths, meaning)])),
    ...memoryStages(writers, about, tracing, meaning),
    ...retrievedStages(about),
    ...(read.length > 0
      ? [
          {
            kind: "context" as const,
            op: roles.answerOp?.id ?? null,
            at: contextAt,
            parts: () => read,
          },
        ]
      : []),
    ...(about.isExpectedKnown
      ? [
          {
            kind: "answer" as const,
            op: roles.answerOp?.id ?? null,
            at: contextAt + 1,
            parts: () => [answerPart(failed.prediction, about)],
          },
        ]
      : []),
  ];
  return stages;
}

export function messageStage(messages: readonly Variable[], about: About): Stage {
  const parts = messages.slice(0, MAX_MESSAGES).map((message) => messagePart(message, about));
  return { kind: "message", op: null, at: -1, parts: () => parts };
}

function messagePart(variable: Variable, { corpus }: Pick<About, "corpus">): StagePart {
  const { content, speaker, day } = corpus.message(variable);
  const text = speaker === undefined ? content : `${speaker}: ${content}`;
  return { variable: variable.id, text, day };
}

function valuePart(variable: Variable, about: About): StagePart {
  const { metadata } = variable;
  const day = about.roles.isMemory(variable) && metadata ? metadataDay(metadata) : undefined;
  return { variable: variable.id, text: shownText(variable, about), day };
}

function answerPart(prediction: string, { roles }: About): StagePart {
  return { variable: roles.answer?.id ?? "", text: prediction, day: undefined };
}

/**
 * Returns the stage after an operation. The stage contains the operation's output. This output
 * replaces the evidence messages that reached the operation. The stage also contains the other
 * evidence messages, because the answer may need several messages.
 */
function writtenStage(
  op: string,
  at: number,
  about: About,
  paths: InformationPaths,
  meaning: Meaning | undefined,
): Stage {
  const { graph, roles, evidence } = about;
  const steps = paths.steps.get(op) ?? [];
  const written = [...new Set(steps.map(({ to }) => to))].flatMap(
    (id) => graph.variables.get(id) ?? [],
  );
  const units = written.filter(roles.isMemory);
  const sources = new Set(steps.map(({ source }) => source));
  const untraced = evidence.filter(({ id }) => !sources.has(id));
  return {
    ...{ kind: "written", op, at: at + 1 },
    parts: async () => [
      ...(await bestOf(units.length > 0 ? units : written, about, meaning)).map((variable) =>
        valuePart(variable, about),
      ),
      ...untraced.map((message) => messagePart(message, about)),
    ],
  };
}

/**
 * Returns the stages that show the memory: at the time of the question, and before each operation
 * that may have lost a detail from a memory unit.
 */
function memoryStages(
  writers: readonly Hypothesis[],
  about: About,
  tracing: Tracing,
  meaning: Meaning | undefined,
): Stage[] {
  const { graph, roles } = about;
  const before = writers.filter(({ isFromMemory }) => isFromMemory);
  const moments = new Map(before.map(({ at, op }) => [at, op]));
  moments.set(roles.askedAt, null);
  return [...moments].map(([at, op]): Stage => {
    const store = () =>
      at === roles.askedAt ? tracing.store : atOnce(storeBefore(graph, at, roles.units));
    return {
      ...{ kind: "memory", op, at, isSelection: tracing.store.length > MAX_UNITS },
      parts: async () =>
        (await bestOf(store(), about, meaning)).map((unit) => valuePart(unit, about)),
    };
  });
}

/**
 * Returns the stages between the memory and the context. They show what retrieval operations made
 * from memory units. If several operations of one kind ran, their outputs form one stage.
 */
function retrievedStages(about: About): Stage[] {
  const { graph, roles } = about;
  const order = executionOrder(graph);
  const { ofOperation } = shapesOf(graph);
  const context = new Set(roles.context.map(({ id }) => id));
  const leadsToContext = contextSources(about);
  const made = new Set<string>();
  const stages = new Map<string, { op: string; at: number; lists: Variable[] }>();
  for (const { id: op } of roles.retrievalOps) {
    const at = (order.get(op) ?? 0) + 1;
    for (const { from, to } of graph.linksOf(op)) {
      const list = graph.variables.get(to);
      if (list === undefined || kindOf(list) === "prompt") continue;
      if (!roles.isUnit(from) && !roles.isUnit(to) && !made.has(from)) continue;
      made.add(to);
      if (context.has(to) || !leadsToContext(to)) continue;
      const stage = stages.get(ofOperation(op)) ?? { op, at, lists: [] };
      if (!stage.lists.includes(list)) stage.lists.push(list);
      stages.set(ofOperation(op), { ...stage, op, at });
    }
  }
  return [...stages.values()].map(({ op, at, lists }) => {
    const parts = () => lists.map((list) => valuePart(list, about));
    return { kind: "retrieved" as const, op, at, parts };
  });
}

/**
 * Returns the memory units that fit the case best. Each of these texts gives one ranking of the
 * units by shared words: the question, the statement of each needed detail, and each expected item.
 * The rankings are then combined. If the model can embed texts, the units with the most similar
 * meaning are added.
 */
async function bestOf(
  units: readonly Variable[],
  about: About,
  meaning: Meaning | undefined,
): Promise<Variable[]> {
  if (units.length <= MAX_UNITS) return [...units];
  const { failed, needs, question, sentences } = about;
  const items = question.expected.parts.map(({ text }) => text);
  const statements = needs.needs.map(({ statement }) => statement);
  const wanted = [
    [failed.query, ...failed.expected].join(" "),
    ...[...new Set([...statements, ...items])]
      .slice(0, MAX_RANKINGS)
      .map((text) => `${text} ${failed.query}`),
  ];
  const rank = (text: string) =>
    atOnce(rankByWords([...new Set(contentStems(text))], units, sentences));
  const [first = ""] = wanted;
  const textOf = (unit: Variable) => shownText(unit, about);
  const byMeaning = (await meaning?.rank(first, units, textOf)) ?? [];
  const ranked = [...byMeaning.slice(0, MAX_MEANT), ...fused([...wanted.map(rank), byMeaning])];
  return [...new Set(ranked)].slice(0, MAX_UNITS);
}
