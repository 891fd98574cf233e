/**
 * Reads LoCoMo in its authors' format (`locomo10.json`): two-person conversations with questions.
 */
import type {
  Conversation,
  ConversationDataset,
  Question,
  Session,
  Turn,
} from "./conversation-dataset.ts";
import { type PlacedValue, placed } from "./placed-value.ts";

/** The file's category number → category name. */
const CATEGORIES: Readonly<Record<number, string>> = {
  1: "multi-hop",
  2: "temporal",
  3: "open-domain",
  4: "single-hop",
  5: "adversarial",
};
/** LoCoMo's answer to a question that the conversation does not answer. */
const NOT_MENTIONED = "Not mentioned in the conversation";
const MONTHS =
  "january february march april may june july august september october november december".split(
    " ",
  );
const NOON = 12;

type UnknownEvidence = ConversationDataset["unknownEvidence"][number];

/**
 * @param content the file's text, or its parsed content
 * @throws DamagedDataset with the path of the first problem
 */
export function readLocomo(content: unknown): ConversationDataset {
  const file = placed(content);
  const samples = file.items();
  if (samples.length === 0) throw file.damaged("holds no conversation");
  const unknownEvidence: UnknownEvidence[] = [];
  const ids = new Set<string>();
  const conversations = samples.map((sample) => {
    const conversation = conversationOf(sample, unknownEvidence);
    if (ids.has(conversation.id))
      throw sample.field("sample_id").damaged(`${conversation.id} occurs twice`);
    ids.add(conversation.id);
    return conversation;
  });
  return { benchmark: "locomo", name: "LoCoMo", conversations, unknownEvidence };
}

function conversationOf(sample: PlacedValue, unknown: UnknownEvidence[]): Conversation {
  const id = sample.field("sample_id").text();
  const talk = sample.field("conversation");
  const sessions = sessionsOf(talk);
  const speakers = ["speaker_a", "speaker_b"].map((name) => talk.field(name).text());
  const turns = new Map<string, string>();
  for (const session of sessions)
    for (const turn of session.turns) {
      if (turns.has(turn.id)) throw talk.damaged(`the dia_id ${turn.id} occurs twice`);
      turns.set(turn.id, session.id);
    }
  const questions = sample
    .field("qa")
    .items()
    .map((asked, at) => questionOf(asked, `${id}-${at + 1}`, turns, unknown));
  return { id, speakers, sessions, questions };
}

/**
 * Returns the sessions that the file contains. The file also has times of sessions that it does not
 * contain; this function ignores them.
 */
function sessionsOf(talk: PlacedValue): Session[] {
  const numbers = talk
    .names()
    .flatMap((name) => /^session_(\d+)$/.exec(name)?.[1] ?? [])
    .sort((one, other) => Number(one) - Number(other));
  if (numbers.length === 0) throw talk.damaged("holds no session_1");
  return numbers.map((number) => {
    const name = `session_${number}`;
    const time = talk.field(`${name}_date_time`);
    const turns = talk.field(name).items().map(turnOf);
    return { id: name, time: time.text(), at: timeOf(time), turns };
  });
}

function turnOf(turn: PlacedValue): Turn {
  const caption = turn.field("blip_caption").optional((value) => value.text());
  const urls = turn.field("img_url").optional((value) => value.texts()) ?? [];
  const said = turn.field("text");
  const text = caption !== undefined && said.value === "" ? "" : said.text();
  const images =
    caption === undefined
      ? []
      : [undefined, ...urls].slice(urls.length && 1).map((url) => ({ url, caption }));
  return {
    id: turn.field("dia_id").text(),
    speaker: turn.field("speaker").text(),
    text: caption === undefined ? text : `${text} [shares a picture: ${caption}]`.trim(),
    images,
  };
}

function timeOf(time: PlacedValue): string {
  return time.time("1:56 pm on 8 May, 2023", (text) => {
    const read = /^\s*(\d{1,2}):(\d\d)\s*([ap])m on (\d{1,2}) (\w+),? (\d{4})\s*$/i.exec(text);
    if (read === null) return undefined;
    const [, hour, minute, half, day, month = "", year] = read;
    const hours = (Number(hour) % NOON) + (half?.toLowerCase() === "p" ? NOON : 0);
    const number = MONTHS.indexOf(month.toLowerCase()) + 1;
    return [Number(year), number, Number(day), hours, Number(minute)];
  });
}

function questionOf(
  asked: PlacedValue,
  id: string,
  turns: ReadonlyMap<string, string>,
  unknown: UnknownEvidence[],
): Question {
  const number = asked.field("category");
  const category = CATEGORIES[Number(number.value)];
  if (category === undefined) throw number.damaged("must be a number from 1 to 5");
  const unanswerable = category === "adversarial";
  const wrongAnswer = asked.field("adversarial_answer").optional((value) => value.answer());
  const expected = unanswerable ? NOT_MENTIONED : asked.field("answer").answer();
  const evidence = evidenceOf(asked.field("evidence"), turns, unknown);
  return {
    ...{ id, category, unanswerable, wrongAnswer, evidence, askedAt: undefined },
    question: asked.field("question").text(),
    expected: [expected],
    evidenceSessions: [...new Set(evidence.flatMap((turn) => turns.get(turn) ?? []))],
  };
}

/**
 * Returns the ids of the turns in a question's evidence. One entry can name several turns, for
 * example `D1:3; D2:5`. If a turn does not exist, adds its id to `unknown` instead.
 */
function evidenceOf(
  evidence: PlacedValue,
  turns: ReadonlyMap<string, string>,
  unknown: UnknownEvidence[],
): string[] {
  const entries = evidence.optional((value) => value.items()) ?? [];
  const named = entries.flatMap((entry) =>
    entry
      .text()
      .split(/[\s;,]+/)
      .filter(Boolean)
      .map((id) => ({ id: id.replace(/:0+(?=\d)/, ":"), place: entry.place })),
  );
  for (const { id, place } of named) if (!turns.has(id)) unknown.push({ place, named: id });
  return [...new Set(named.map(({ id }) => id))].filter((id) => turns.has(id));
}
