import type { EvolutionGraph } from "../../graph/evolution-graph.ts";
import { costOf, type InTurns } from "../../graph/in-turns.ts";
import { kindsByRow } from "../../graph/memory/record-categories.ts";
import type { Operation, Variable } from "../../graph/model.ts";
import { fieldsOf } from "../../protocol/json/json-fields.ts";
import { type AnsweredQuestion, answeredQuestions } from "../cases/answered-questions.ts";
import { comparableQuote, comparableText } from "../cases/comparable-text.ts";
import { readMessage } from "../roles/message-text.ts";
import type { Turn } from "./corrected-turns.ts";

export interface RecordedTurn extends Turn {
  readonly variable: Variable;
  /**
   * In milliseconds since the epoch. A question gets the time at which the operation that answered
   * it began, and an answer the time at which this operation ended. Any other message gets the time
   * at which it was recorded.
   */
  readonly at: number;
  /** The operation that read the question and wrote its answer; undefined for other messages. */
  readonly op: Operation | undefined;
}

const ASSISTANT = /(?:^|[\s_-])(?:assistant|ai|bot|chatbot|agent|model|system|tool)(?:$|[\s_-])/i;
const PREFIX = /^\s*(user|human|assistant|ai|bot)\s*:\s*/i;
/**
 * A copy of a shorter turn is not recognised, because many texts contain the same few characters by
 * chance.
 */
const LEAST_COPIED_CHARS = 8;

/** Returns one list of turns for each session, earliest first. */
export function* conversationsOf(graph: EvolutionGraph): InTurns<RecordedTurn[][]> {
  const answered = (yield* answeredQuestions(graph)).flatMap(turnsOf);
  if (answered.length === 0) return [];
  const kindAt = kindsByRow(graph);
  const messages: Variable[] = [];
  /** Maps each variable's id to its position in the graph, which orders turns with equal times. */
  const places = new Map<string, number>();
  for (const row of graph.rows.variables) {
    const kind = kindAt(row);
    if (kind !== "answer" && kind !== "message" && kind !== "query") continue;
    yield costOf(1);
    const variable = graph.variableAt(row);
    places.set(variable.id, places.size);
    const isMessage = kind === "message" && graph.linksTo(variable).length === 0;
    if (isMessage) messages.push(variable);
  }
  yield costOf(messages.length);
  const said = saidByUser(messages, answered);
  const placeOf = ({ variable }: RecordedTurn) => places.get(variable.id) ?? 0;
  const turns = [...answered, ...said].sort(
    (one, other) => one.at - other.at || placeOf(one) - placeOf(other),
  );
  yield costOf(turns.length);
  return [...Map.groupBy(turns, sessionOf).values()].map(withoutCopies);
}

/**
 * Each message is compared with this number of the latest questions and answers, to find copies.
 */
const NEAR_TURNS = 8;

/**
 * Removes messages that contain an earlier question or answer. For example, some systems record a
 * question and its answer again as one message.
 */
function withoutCopies(turns: readonly RecordedTurn[]): RecordedTurn[] {
  const near: string[] = [];
  return turns.filter(({ op, text }) => {
    const compared = comparableQuote(text);
    if (op === undefined) return !near.some((each) => compared.includes(each));
    if (compared.length >= LEAST_COPIED_CHARS) near.push(compared);
    if (near.length > NEAR_TURNS) near.shift();
    return true;
  });
}

const sessionOf = ({ op, variable }: RecordedTurn) => op?.session ?? variable.session ?? "";

const turnsOf = ({ query, answer, op, askedAt, answeredAt }: AnsweredQuestion): RecordedTurn[] => [
  { op, speaker: "user", variable: query, at: askedAt, text: comparableText(query.value) },
  {
    op,
    speaker: "assistant",
    variable: answer,
    at: answeredAt,
    text: comparableText(answer.value),
  },
];

/**
 * Returns the user's messages. A message that equals a question or an answer is left out, because
 * it is already a turn. If several people wrote messages, the list is empty, because it is unknown
 * which of them is the user.
 */
function saidByUser(
  messages: readonly Variable[],
  answered: readonly RecordedTurn[],
): RecordedTurn[] {
  const exact = new Set(answered.map(({ text }) => comparableQuote(text)));
  const speakers = new Set<string>();
  const said = messages.flatMap((variable): RecordedTurn[] => {
    const { content, speaker } = readMessage(variable);
    if (isAssistant(variable, speaker)) return [];
    if (speaker !== undefined) speakers.add(speaker.toLowerCase());
    const text = comparableText(content.replace(PREFIX, ""));
    if (exact.has(comparableQuote(text))) return [];
    return [{ speaker: "user", text, variable, at: variable.at, op: undefined }];
  });
  return speakers.size > 1 ? [] : said;
}

function isAssistant(variable: Variable, speaker: string | undefined): boolean {
  const role = fieldsOf(variable.value)?.role ?? variable.metadata?.role;
  const prefix = PREFIX.exec(variable.value)?.[1];
  return [role, speaker, variable.category, prefix].some(
    (each) => typeof each === "string" && ASSISTANT.test(each),
  );
}
