/** Reads LongMemEval in its authors' format: questions, each with its own session history. */
import type {
  Conversation,
  ConversationDataset,
  Question,
  Session,
} from "./conversation-dataset.ts";
import { type PlacedValue, placed } from "./placed-value.ts";

/** A question's id ends in `_abs` if the history does not contain the answer. */
const UNANSWERABLE = /_abs$/;
const SPEAKERS = ["user", "assistant"];

type UnknownEvidence = ConversationDataset["unknownEvidence"][number];

/**
 * @param content the file's text, or its parsed content
 * @throws DamagedDataset with the path of the first problem
 */
export function readLongMemEval(content: unknown): ConversationDataset {
  const file = placed(content);
  const items = file.items();
  if (items.length === 0) throw file.damaged("holds no question");
  const unknownEvidence: UnknownEvidence[] = [];
  const ids = new Set<string>();
  const conversations = items.map((item) => {
    const conversation = conversationOf(item, unknownEvidence);
    if (ids.has(conversation.id))
      throw item.field("question_id").damaged(`${conversation.id} occurs twice`);
    ids.add(conversation.id);
    return conversation;
  });
  return { benchmark: "longmemeval", name: "LongMemEval", conversations, unknownEvidence };
}

interface ReadSession extends Session {
  /** Ids of the turns that the file marks as containing the answer. */
  readonly answering: readonly string[];
}

function conversationOf(item: PlacedValue, unknown: UnknownEvidence[]): Conversation {
  const id = item.field("question_id").text();
  const read = sessionsOf(item);
  const names = item.field("answer_session_ids").optional((value) => value.items()) ?? [];
  const evidenceSessions = new Set<string>();
  for (const name of names) {
    const named = name.text();
    if (read.some((session) => session.id === named)) evidenceSessions.add(named);
    else unknown.push({ place: name.place, named });
  }
  const question: Question = {
    ...{ id, question: item.field("question").text(), wrongAnswer: undefined },
    expected: [item.field("answer").answer()],
    category: item.field("question_type").text(),
    unanswerable: UNANSWERABLE.test(id),
    evidence: read.flatMap(({ answering }) => answering),
    evidenceSessions: [...evidenceSessions],
    askedAt: item.field("question_date").optional(timeOf),
  };
  const sessions = read.map(({ answering: _, ...session }) => session);
  return { id, speakers: SPEAKERS, sessions, questions: [question] };
}

/**
 * Returns the sessions, sorted by time. The sessions are not sorted in the benchmark's file that
 * contains only evidence sessions.
 */
function sessionsOf(item: PlacedValue): ReadSession[] {
  const sessions = item.field("haystack_sessions");
  const dates = item.field("haystack_dates").items();
  const ids = item.field("haystack_session_ids").items();
  const lists = sessions.items();
  for (const list of [dates, ids])
    if (list.length !== lists.length) {
      const lengths = `${lists.length} sessions, ${dates.length} dates and ${ids.length} ids`;
      throw sessions.damaged(`there must be as many dates and ids as sessions, not ${lengths}`);
    }
  const counts = new Map<string, number>();
  const read = lists.map((list, at): ReadSession => {
    const given = (ids[at] as PlacedValue).text();
    const count = (counts.get(given) ?? 0) + 1;
    counts.set(given, count);
    // A history can contain the same session twice. The second one gets a number, because turn ids
    // begin with the session's id and must be unique.
    const id = count === 1 ? given : `${given}~${count}`;
    const date = dates[at] as PlacedValue;
    return { id, time: date.text(), at: timeOf(date), ...turnsOf(list, id) };
  });
  return read.sort((one, other) => one.at.localeCompare(other.at));
}

function turnsOf(list: PlacedValue, session: string): Pick<ReadSession, "turns" | "answering"> {
  const answering: string[] = [];
  const turns = list.items().map((turn, at) => {
    const role = turn.field("role");
    if (!SPEAKERS.includes(String(role.value))) throw role.damaged("must be user or assistant");
    const id = `${session}:${at + 1}`;
    if (turn.field("has_answer").value === true) answering.push(id);
    const { value } = turn.field("content");
    if (typeof value !== "string") throw turn.field("content").damaged("must be a text");
    return { id, speaker: role.text(), text: value, images: [] };
  });
  return { turns, answering };
}

function timeOf(time: PlacedValue): string {
  return time.time("2023/05/30 (Tue) 23:40", (text) =>
    /^\s*(\d{4})\/(\d\d?)\/(\d\d?)(?: \(\w+\))?(?: (\d\d?):(\d\d))?\s*$/
      .exec(text)
      ?.slice(1)
      .map((part) => Number(part ?? 0)),
  );
}
