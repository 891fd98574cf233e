/** A conversation around one topic, and the faults that a memory system can have with it. */
import { type Day, Draw, later } from "./draw.ts";
import type { Conversation, Topic } from "./topic.ts";

export interface Item {
  readonly who: string;
  readonly said: string;
  readonly stored: string;
  readonly day: Day;
}

export interface Story {
  readonly items: readonly Item[];
  /** Items that hold the facts which the answer needs. */
  readonly evidence: readonly number[];
  /** The item of `evidence` that the fault affects. */
  readonly target: number;
  readonly topic: Topic;
  readonly unknown: string;
}

type Stage =
  | "extract"
  | "update"
  | "delete"
  | "search"
  | "rank"
  | "pack"
  | "answer"
  | "judge"
  | "annotation";

export interface Fault {
  readonly name: string;
  readonly stage: Stage;
  /** The text that the step wrote for the target item; empty if the step omitted the item. */
  readonly made: string;
  readonly prediction: string;
  readonly expected: readonly string[];
  readonly evidence: readonly number[];
}

const ITEMS = 22;

/**
 * Places the turns of the topic among chat and other topics. One of these may be a similar fact of
 * the other speaker.
 */
export function tell(
  conversation: Conversation,
  random: () => number,
  topicIndex: number,
): Story & { readonly faults: readonly Fault[] } {
  const pick = <T>(pool: readonly T[]): T => {
    const value = pool[Math.floor(random() * pool.length)];
    if (value === undefined) throw new Error("an empty pool");
    return value;
  };
  const first = Math.floor(random() * conversation.speakers.length);
  const who = conversation.speakers[first] ?? "";
  const other = conversation.speakers[(first + 1) % conversation.speakers.length] ?? "";
  const start: Day = {
    year: 2024 + Math.floor(random() * 2),
    month: 1 + Math.floor(random() * 4),
    day: 3,
  };
  const dayAt = (index: number) => later(start, Math.floor(index / 3) * 2);
  const places = [4, 11, 16].map((place) => place + Math.floor(random() * 3));
  const maker = conversation.topics[topicIndex] ?? pick(conversation.topics);
  const topic = maker(new Draw(random, [who, other], places.map(dayAt)));
  const speakers: [string, string] = [who, other];
  const chat = new Map(
    speakers.map((speaker) => [speaker, new Draw(random, [speaker, other], [])]),
  );
  const items: Item[] = [];
  const evidence: number[] = [];
  const others = conversation.topics.filter((each) => each !== maker);
  const told = new Set<unknown>();
  for (let index = 0; index < ITEMS; index += 1) {
    const turn = topic.turns[places.indexOf(index)];
    const speaker = speakers[index % 2] ?? who;
    if (turn !== undefined) {
      evidence.push(index);
      const aside = random() < 0.5 ? `${pick(conversation.asides)} ` : "";
      const after = random() < 0.3 ? ` ${pick(conversation.asides)}` : "";
      items.push({
        who: turn.byOther ? other : who,
        said: `${aside}${turn.said}${after}`,
        stored: turn.stored,
        day: dayAt(index),
      });
    } else if (index === 1 && topic.earlier !== undefined && random() < 0.5) {
      items.push({ who, said: topic.earlier[0], stored: topic.earlier[1], day: dayAt(index) });
    } else if (index % 3 === 2 && told.size < others.length) {
      const left = others.filter((each) => !told.has(each));
      const made = pick(left);
      told.add(made);
      const aside = made(
        new Draw(
          random,
          [speaker, speakers[(index + 1) % 2] ?? other],
          [dayAt(index), dayAt(index), dayAt(index)],
        ),
      );
      const [said] = aside.turns;
      if (said !== undefined)
        items.push({ who: speaker, said: said.said, stored: said.stored, day: dayAt(index) });
    } else {
      const [said, stored] = nextChat(conversation, chat.get(speaker), random, speaker);
      items.push({ who: speaker, said, stored, day: dayAt(index) });
    }
  }
  const story = { items, evidence, target: 0, topic, unknown: pick(conversation.unknown) };
  return { ...story, target: evidence.at(-1) ?? 0, faults: faultsOf(story) };
}

/** Picks chat that was not said yet. If all chat was said, picks from all of it again. */
function nextChat(
  conversation: Conversation,
  draw: Draw | undefined,
  random: () => number,
  speaker: string,
): readonly [string, string] {
  try {
    return conversation.chat(draw ?? new Draw(random, [speaker, speaker], []));
  } catch {
    return conversation.chat(new Draw(random, [speaker, speaker], []));
  }
}

function faultsOf({ topic, evidence, items, unknown }: Omit<Story, "target">): Fault[] {
  const plain = { made: "", prediction: unknown, expected: topic.expected, evidence };
  if (topic.kind === "not said") {
    const invented = items[0]?.stored ?? "";
    return [
      { ...plain, name: "answer: invented", stage: "answer", prediction: invented },
      ...(topic.right === undefined
        ? []
        : [{ ...plain, name: "judge", stage: "judge" as const, prediction: topic.right }]),
    ];
  }
  const faults: Fault[] = [
    { ...plain, name: "extract: left out", stage: "extract" },
    { ...plain, name: "update: another's text", stage: "update", made: items[0]?.stored ?? "" },
    { ...plain, name: "delete", stage: "delete" },
    { ...plain, name: "search", stage: "search" },
    { ...plain, name: "rank", stage: "rank" },
    { ...plain, name: "pack", stage: "pack" },
    { ...plain, name: "answer: ignored", stage: "answer" },
    { ...plain, name: "annotation: evidence", stage: "annotation", evidence: [0] },
  ];
  for (const [how, [made, prediction]] of Object.entries(topic.wrong)) {
    faults.push({ ...plain, name: `extract: ${how}`, stage: "extract", made, prediction });
    faults.push({ ...plain, name: `update: ${how}`, stage: "update", made, prediction });
    if (how === "value" || how === "number" || how === "roles" || how === "date")
      faults.push({ ...plain, name: "answer: wrong", stage: "answer", prediction });
  }
  const swapped = Object.entries(topic.wrong).find(
    ([how]) => how === "value" || how === "number" || how === "date" || how === "polarity",
  );
  const [answer] = topic.expected;
  if (swapped !== undefined && answer !== undefined && topic.turns.length === 1)
    faults.push({
      ...plain,
      name: "annotation: expected",
      stage: "annotation",
      expected: [swapped[1][1]],
      prediction: answer,
    });
  if (topic.right !== undefined)
    faults.push({ ...plain, name: "judge", stage: "judge", prediction: topic.right });
  if (topic.lookalike !== undefined)
    faults.push({
      ...plain,
      name: "answer: lookalike",
      stage: "answer",
      prediction: topic.lookalike,
    });
  if (items[1]?.said === topic.earlier?.[0] && topic.earlier !== undefined)
    for (const stage of ["extract", "search", "answer"] as const)
      faults.push({ ...plain, name: `${stage}: out of date`, stage, prediction: topic.earlier[2] });
  return faults;
}
