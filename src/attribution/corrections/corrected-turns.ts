/** Finds answers that the user corrected in a conversation with an assistant. */
import { atOnce, type InTurns } from "../../graph/in-turns.ts";
import { asks } from "../../text/languages/asking-words.ts";
import { MISSPOKE, MISSPOKE_UNSPACED } from "../../text/languages/correction-words.ts";
import { isJoke } from "../../text/languages/reply-signs.ts";
import { sentencesOfLine } from "../../text/sentences.ts";
import { type Exchange, type Reading, readReply, takesBack } from "./read-reply.ts";
import { newStems, readValue } from "./read-value.ts";

export interface Turn {
  readonly speaker: "user" | "assistant";
  readonly text: string;
}

export interface CorrectedTurn {
  /**
   * Indexes in the list of turns: the question, its answer, and the message that corrects the
   * answer.
   */
  readonly question: number;
  readonly answer: number;
  readonly message: number;
  readonly reading: Reading;
  /** Index of an earlier message in which the user had stated the right answer. */
  readonly saidBefore?: number;
  /** Index of a later message in which the user took the correction back. */
  readonly takenBack?: number;
}

/** The cost of reading a question, its answer and the reply, in characters read. */
const EXCHANGE_CHARS = 5_000;
/** Maximum number of the user's earlier messages that are compared with the correction. */
const MAX_TOLD = 400;
/**
 * Words such as "never mind" are searched only in this number of characters at the start of a
 * message. People take a correction back at the beginning of a message.
 */
const MAX_READ_CHARS = 400;

/** Returns the corrected answers in order, including those whose correction was taken back. */
export function correctedTurns(turns: readonly Turn[]): CorrectedTurn[] {
  return atOnce(correctedInTurns(turns));
}

/** Like `correctedTurns`, but pauses for other requests. */
export function* correctedInTurns(turns: readonly Turn[]): InTurns<CorrectedTurn[]> {
  const found: CorrectedTurn[] = [];
  for (let at = 1; at < turns.length - 1; at += 1) {
    if (turns[at]?.speaker !== "assistant" || turns[at - 1]?.speaker !== "user") continue;
    if (turns[at + 1]?.speaker !== "user") continue;
    yield EXCHANGE_CHARS;
    const corrected = correctionOf(turns, at);
    if (corrected !== undefined) found.push(corrected);
  }
  return found;
}

function correctionOf(turns: readonly Turn[], answer: number): CorrectedTurn | undefined {
  const question = answer - 1;
  const [asked, given, next] = [turns[question], turns[answer], turns[answer + 1]];
  if (asked === undefined || given === undefined || next === undefined) return undefined;
  const places = toldPlaces(turns, question);
  const exchange: Exchange = {
    ...{ question: asked.text, answer: given.text },
    told: places.map((place) => turns[place]?.text ?? ""),
  };
  const reading = readReply(exchange, next.text);
  if (reading === undefined) return undefined;
  const at = reading.toldAt === undefined ? undefined : places[reading.toldAt];
  const first = { question, answer, message: answer + 1, reading };
  const corrected = at === undefined ? first : { ...first, saidBefore: at };
  return afterwards(turns, exchange, corrected);
}

function toldPlaces(turns: readonly Turn[], before: number): number[] {
  const places: number[] = [];
  for (let at = before - 1; at >= 0 && places.length < MAX_TOLD; at -= 1)
    if (turns[at]?.speaker === "user") places.unshift(at);
  return places;
}

/**
 * Reads the user's next message after the correction:
 * - If the correction was a joke, or the message corrects the answer again without a clear value,
 *   returns undefined.
 * - If the message takes the correction back, sets `takenBack` to the index of the message.
 * - If the message corrects the answer again, the new correction replaces the first one.
 * - Otherwise, returns the correction unchanged.
 */
function afterwards(
  turns: readonly Turn[],
  exchange: Exchange,
  corrected: CorrectedTurn,
): CorrectedTurn | undefined {
  const later = nextOfUser(turns, corrected.message + 1);
  if (later === undefined) return corrected;
  const text = (turns[later]?.text ?? "").slice(0, MAX_READ_CHARS);
  if (isJoke(text) && later <= corrected.message + 2 && !asks(text)) return undefined;
  if (takesBack(text)) return { ...corrected, takenBack: later };
  const again = correctedAgain(exchange, turns[later - 1]?.text ?? "", text);
  if (again === undefined) return corrected;
  if (again === null) return undefined;
  const isGiven = newStems(again, { question: "", answer: exchange.answer }).length === 0;
  if (isGiven) return { ...corrected, takenBack: later };
  return { ...corrected, message: later, reading: { kind: "denied", expected: again } };
}

/**
 * Reads a message after a first correction. If this message corrects the answer again, returns the
 * value that it gives, or null if it gives no clear value. If the message corrects nothing, returns
 * undefined.
 */
function correctedAgain(
  { question, told }: Exchange,
  answer: string,
  text: string,
): string | null | undefined {
  const reading = readReply({ question, answer, told }, text);
  if (reading?.kind === "denied" || reading?.kind === "contrast") return reading.expected ?? null;
  if (!MISSPOKE.test(text) && !MISSPOKE_UNSPACED.test(text)) return undefined;
  const clauses = sentencesOfLine(text).flatMap((sentence) => sentence.split(/[,;，、]\s*/u));
  const last = (clauses.at(-1) ?? "").replace(MISSPOKE, "").replace(MISSPOKE_UNSPACED, "");
  return readValue(last, { question, answer }) ?? null;
}

function nextOfUser(turns: readonly Turn[], from: number): number | undefined {
  for (let at = from; at < turns.length && at <= from + 1; at += 1)
    if (turns[at]?.speaker === "user") return at;
  return undefined;
}
