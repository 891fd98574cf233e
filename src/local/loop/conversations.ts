/**
 * Makes conversations from a seed. A person talks about people, animals, things and dates, corrects
 * some facts, and makes small talk. The questions ask about the facts.
 */
import type { Conversation, Message, Question } from "../../../sdk/examples/prompted-agent/run.ts";
import { drawn } from "../demo/drawn.ts";
import { FRAMES, type FrameName, KINDS_OF_SUBJECTS, PEOPLE, SMALL_TALK } from "./world.ts";

const SUBJECTS = 9;
const CORRECTED_SHARE = 0.5;
const ENDED_SHARE = 0.5;
const SMALL_TALK_SHARE = 0.3;
/** Share of questions with a wrong expected answer. Real data sets contain such mistakes too. */
const MISTAKEN_SHARE = 0.04;

const FIRST_MESSAGE_AT = Date.UTC(2026, 2, 2, 9);
const BETWEEN_MESSAGES_MS = 7 * 60 * 60 * 1_000;

/** A statement that has no position in the conversation yet. */
interface Said {
  readonly text: string;
  /**
   * The question about this statement. Undefined for small talk, and for a statement that is
   * corrected later.
   */
  readonly question?: Omit<Question, "evidence">;
}

type Random = (...key: (string | number)[]) => number;

/**
 * Makes a conversation. An equal seed and id always give the same conversation. Another id gives
 * other people, subjects and values.
 */
export function makeConversation(seed: number, id: string): Conversation {
  const random: Random = (...key) => drawn(seed, id, ...key);
  const person = pick(PEOPLE, random("person"));
  const subjects = shuffled(
    KINDS_OF_SUBJECTS.flatMap(({ subjects, frames }) =>
      subjects.map((subject) => ({ subject, frames })),
    ),
    ({ subject }) => random("subject", subject),
  ).slice(0, SUBJECTS);

  const next = valuesInTurn(random);
  const parts: Said[][] = [[], [], []];
  for (const { subject, frames } of subjects) {
    const told = shuffled(frames, (frame) => random("frame", subject, frame)).slice(0, 2);
    const isCorrected = random("corrected", subject) < CORRECTED_SHARE;
    for (const [place, frame] of told.entries()) {
      const said = statements(frame, { subject, person, next, isCorrected });
      for (const [later, one] of said.entries()) parts[later === 0 ? place : 2]?.push(one);
    }
    if (told.includes("day") && !isCorrected && random("ended", subject) < ENDED_SHARE) {
      parts[2]?.push({ text: `My ${subject} is over for today.` });
    }
  }
  const said = parts.flatMap((part) => shuffled(part, ({ text }) => random("order", text)));
  return placed(id, person, withSmallTalk(said, random), random);
}

/**
 * A frame is a pattern for sentences with a gap. Returns a value for this gap, such as a place.
 * Each call with the same frame returns the frame's next value. After the last value, the first
 * value follows again.
 */
type NextValue = (frame: FrameName) => string;

function valuesInTurn(random: Random): NextValue {
  const given = new Map<FrameName, number>();
  return (frame) => {
    const values = shuffled(FRAMES[frame].values, (value) => random("value", frame, value));
    const count = given.get(frame) ?? 0;
    given.set(frame, count + 1);
    return values[count % values.length] ?? "";
  };
}

interface Told {
  readonly subject: string;
  readonly person: string;
  readonly next: NextValue;
  readonly isCorrected: boolean;
}

/** Returns the statement and, if it is corrected, the correction. */
function statements(frame: FrameName, { subject, person, next, isCorrected }: Told): Said[] {
  const { says, asks } = FRAMES[frame];
  const query = asks(subject, person);
  const first = next(frame);
  const told = { text: says(subject, first), question: { query, expected: first } };
  if (frame !== "day" || !isCorrected) return [told];
  const second = next(frame);
  const text = says(subject, second).replace(" is ", " is now ");
  return [{ text: told.text }, { text, question: { query, expected: second } }];
}

function withSmallTalk(said: readonly Said[], random: Random): Said[] {
  return said.flatMap((one, index) =>
    random("small talk", index) < SMALL_TALK_SHARE
      ? [{ text: pick(SMALL_TALK, random("which small talk", index)) }, one]
      : [one],
  );
}

function placed(id: string, person: string, said: readonly Said[], random: Random): Conversation {
  const messages: Message[] = said.map(({ text }, index) => ({
    id: `message-${index + 1}`,
    at: new Date(FIRST_MESSAGE_AT + index * BETWEEN_MESSAGES_MS).toISOString(),
    text,
  }));
  const questions = said.flatMap(({ question }, index) => {
    if (question === undefined) return [];
    const { query, expected } = question;
    const evidence = [`message-${index + 1}`];
    const isMistaken = random("mistaken", query) < MISTAKEN_SHARE;
    return [{ query, expected: isMistaken ? mistakenFor(expected, random) : expected, evidence }];
  });
  return { id, person, messages, questions };
}

/**
 * Returns a wrong answer in place of the expected one. It is of the same kind, for example another
 * day.
 */
function mistakenFor(expected: string, random: Random): string {
  const values = Object.values(FRAMES)
    .map((frame) => frame.values)
    .find((candidates) => candidates.includes(expected));
  const others = (values ?? []).filter((value) => value !== expected);
  return pick(others, random("mistake for", expected));
}

function pick<T>(from: readonly T[], at: number): T {
  const picked = from[Math.floor(at * from.length)];
  if (picked === undefined) throw new Error("There is nothing to pick from.");
  return picked;
}

function shuffled<T>(items: readonly T[], rank: (item: T) => number): T[] {
  return items
    .map((item) => ({ item, at: rank(item) }))
    .sort((a, b) => a.at - b.at)
    .map(({ item }) => item);
}
