/**
 * Generated cases with exact labels: topics x systems x faults. The tracer may be fitted on `fit`.
 * The set `held-out` has other topics, words and systems, and is only scored.
 */
import { drawn } from "../../../src/local/demo/drawn.ts";
import { chinese as fitChinese } from "./fit/chinese.ts";
import { english as fitEnglish } from "./fit/english.ts";
import { german as fitGerman } from "./fit/german.ts";
import { systems as fitSystems } from "./fit/systems.ts";
import { chinese as heldChinese } from "./held-out/chinese.ts";
import { english as heldEnglish } from "./held-out/english.ts";
import { german as heldGerman } from "./held-out/german.ts";
import { systems as heldSystems } from "./held-out/systems.ts";
import { type Recorded, Recording, type System, type Truth } from "./recording.ts";
import { tell } from "./story.ts";
import type { Conversation } from "./topic.ts";

export type SetName = "fit" | "held-out";

export interface GeneratedCase extends Omit<Recorded, "truth"> {
  readonly truth: Truth;
  readonly system: string;
  readonly language: string;
  readonly kind: string;
  readonly fault: string;
  readonly labelled: boolean;
}

const SETS: Readonly<
  Record<
    SetName,
    { conversations: readonly Conversation[]; systems: Readonly<Record<string, System>> }
  >
> = {
  fit: { conversations: [fitEnglish, fitEnglish, fitGerman, fitChinese], systems: fitSystems },
  "held-out": {
    conversations: [heldEnglish, heldEnglish, heldGerman, heldChinese],
    systems: heldSystems,
  },
};

/** Generates `count` cases, the same ones for the same seed. */
export function* generated(name: SetName, count: number, seed: number): Generator<GeneratedCase> {
  const { conversations, systems } = SETS[name];
  let draws = 0;
  const random = () => drawn(seed, draws++);
  const names = Object.keys(systems);
  for (let made = 0, turn = 0; made < count; turn += 1) {
    const conversation = conversations[turn % conversations.length];
    const system = names[Math.floor(random() * names.length)] ?? "";
    const record = systems[system];
    if (conversation === undefined || record === undefined) continue;
    const { faults, ...story } = tell(
      conversation,
      random,
      Math.floor(random() * conversation.topics.length),
    );
    // Draw the stage first. Otherwise a topic with many wrong values would leave few cases of the
    // other stages.
    const stages = [...new Set(faults.map(({ stage }) => stage))];
    const stage = stages[Math.floor(random() * stages.length)];
    const ofStage = faults.filter((fault) => fault.stage === stage);
    const fault = ofStage[Math.floor(random() * ofStage.length)];
    if (fault === undefined) continue;
    const labelled = random() < 0.7;
    const recording = new Recording(story, fault, labelled, random() < 0.6 ? "json" : "line");
    const recorded = record(recording);
    if (recorded?.truth === undefined) continue;
    made += 1;
    yield {
      ...recorded,
      truth: recorded.truth,
      system,
      language: conversation.language,
      kind: story.topic.kind,
      fault: fault.name,
      labelled,
    };
  }
}
