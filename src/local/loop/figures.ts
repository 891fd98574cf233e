import type { BlameMode } from "../../protocol/api/proposals.ts";
import type { ReplayOutcome } from "../../protocol/api/replays.ts";
import { comparePaired, type PairedDifference } from "../../statistics/mcnemar.ts";
import { wilson } from "../../statistics/wilson.ts";
import type { ArmResult, LoopRound } from "./arm.ts";
import { added, type Usage } from "./scripted-server.ts";

interface Share {
  readonly share: number;
  /** Bounds of the share's 95% confidence interval (Wilson). */
  readonly low: number;
  readonly high: number;
}

/** How many questions the agent answered right. */
export interface LoopAccuracy extends Share {
  readonly right: number;
  readonly questions: number;
}

export interface RoundFigures {
  /** Accuracy on this round's conversations, with the prompts before the round. */
  readonly seen: LoopAccuracy;
  /** Accuracy on the unseen conversations, with the prompts after the round. */
  readonly unseen: LoopAccuracy;
  readonly errorTypes: LoopCounts;
  /** Replay outcome → number of replays. A replay corrects the decisive operation. */
  readonly replays: LoopCounts;
  /**
   * Number of wrong answers with each outcome. The outcome says that the optimiser suggested a
   * change, or why it did not.
   */
  readonly suggestions: LoopCounts;
  /** Prompt name → number of its accepted new versions. */
  readonly accepted: LoopCounts;
}

/**
 * The model calls in the loop or in the baseline. These are the two arms of the comparison. The
 * server of the agent's model counts the agent's calls, and the service counts the optimiser's.
 */
interface ArmUsage {
  readonly agent: Usage;
  readonly optimizer: Usage & { readonly usd: number };
}

export interface ArmFigures {
  /**
   * Accuracy on the unseen conversations. `before` is measured before the first round, and `after`
   * is measured after the last round.
   */
  readonly before: LoopAccuracy;
  readonly after: LoopAccuracy;
  readonly bySeed: readonly {
    readonly seed: number;
    readonly before: number;
    readonly after: number;
    /** Name of a changed prompt → its text. */
    readonly prompts: Readonly<Record<string, string>>;
  }[];
  readonly rounds: readonly RoundFigures[];
  readonly usage: ArmUsage;
  readonly failures: readonly string[];
}

export interface Compared extends PairedDifference {
  /**
   * After the last round, `gained` counts the questions that only the loop's agent answered right,
   * and `lost` those that only the baseline's agent answered right.
   */
  readonly gained: number;
  readonly lost: number;
}

/**
 * How many verdicts the replays proved, and how many they refuted. `share` is `proved` divided by
 * the sum of both. It leaves out inconclusive replays.
 */
export interface Proved extends Share {
  readonly proved: number;
  readonly refuted: number;
  readonly inconclusive: number;
}

export type LoopCounts = Readonly<Record<string, number>>;

export interface LoopFigures {
  /** Always true: a script replaces the models of the agent and the optimiser. */
  readonly scripted: true;
  /**
   * True if nothing failed and the loop helped: its agent ended with more right answers than it had
   * before the first round, and with more than the baseline's agent.
   */
  readonly ok: boolean;
  readonly seeds: readonly number[];
  readonly loop: ArmFigures;
  readonly baseline: ArmFigures;
  readonly loopAgainstBaseline: Compared;
  /** How many of the loop's verdicts a replay has proved. */
  readonly proved: Proved;
  /** Questions for which the scripted model has no answer. */
  readonly unanswered: readonly string[];
  readonly seconds: number;
}

export interface ArmRun {
  readonly result: ArmResult;
  /** The agent's calls and tokens. */
  readonly usage: Usage;
}

export function loopFigures(
  runs: readonly ArmRun[],
  unanswered: readonly string[],
  seconds: number,
): LoopFigures {
  const of = (mode: BlameMode) => runs.filter(({ result }) => result.task.attribution === mode);
  const loop = armFigures(of("decisive"));
  const baseline = armFigures(of("response"));
  const isBetter = loop.after.right > loop.before.right && loop.after.right > baseline.after.right;
  return {
    scripted: true,
    ok: isBetter && loop.failures.length + baseline.failures.length + unanswered.length === 0,
    seeds: of("decisive").map(({ result }) => result.task.seed),
    loop,
    baseline,
    loopAgainstBaseline: comparisonOf(of("decisive"), of("response")),
    proved: provedOf(of("decisive").flatMap(({ result }) => result.rounds)),
    unanswered,
    seconds: Math.round(seconds * 10) / 10,
  };
}

function armFigures(runs: readonly ArmRun[]): ArmFigures {
  const results = runs.map(({ result }) => result);
  const rounds = (results[0]?.rounds ?? []).map((_, index) =>
    roundFigures(results.flatMap((result) => result.rounds[index] ?? [])),
  );
  return {
    before: accuracyOf(results.flatMap(({ before }) => before)),
    after: accuracyOf(results.flatMap(lastUnseen)),
    bySeed: results.map((result) => ({
      seed: result.task.seed,
      before: accuracyOf(result.before).share,
      after: accuracyOf(lastUnseen(result)).share,
      prompts: result.prompts,
    })),
    rounds,
    usage: {
      agent: summed(runs.map(({ usage }) => usage)),
      optimizer: spentBy(results.flatMap((result) => result.rounds)),
    },
    failures: results.flatMap((result) =>
      result.rounds.flatMap(({ failure }) => (failure === null ? [] : [failure])),
    ),
  };
}

/**
 * Compares the answers of the loop with those of the baseline, question by question. Both must have
 * the same questions in the same order.
 */
function comparisonOf(loop: readonly ArmRun[], baseline: readonly ArmRun[]): Compared {
  const theirs = baseline.flatMap(({ result }) => lastUnseen(result));
  const answers = loop.flatMap(({ result }) => lastUnseen(result));
  const pairs = answers.map((ours, index) => ({ ours, theirs: theirs[index] }));
  const count = (ours: boolean, other: boolean) =>
    pairs.filter((pair) => pair.ours === ours && pair.theirs === other).length;
  const gained = count(true, false);
  const lost = count(false, true);
  const bothRight = count(true, true);
  const bothWrong = count(false, false);
  return { gained, lost, ...comparePaired({ bothRight, bothWrong, gained, lost }) };
}

function lastUnseen({ before, rounds }: ArmResult): readonly boolean[] {
  return rounds.at(-1)?.unseen ?? before;
}

function roundFigures(rounds: readonly LoopRound[]): RoundFigures {
  return {
    seen: accuracyOf(rounds.flatMap(({ seen }) => seen)),
    unseen: accuracyOf(rounds.flatMap(({ unseen }) => unseen)),
    errorTypes: counted(
      rounds.flatMap(({ cases }) => cases.map(({ errorType }) => errorType ?? "none")),
    ),
    replays: counted(rounds.flatMap(({ replays }) => replays.map(({ outcome }) => outcome))),
    suggestions: counted(
      rounds.flatMap(({ suggestions }) => suggestions.map(({ outcome }) => outcome)),
    ),
    accepted: counted(rounds.flatMap(({ accepted }) => accepted)),
  };
}

function provedOf(rounds: readonly LoopRound[]): Proved {
  const outcomes = rounds.flatMap(({ replays }) => replays.map(({ outcome }) => outcome));
  const count = (wanted: ReplayOutcome) => outcomes.filter((outcome) => outcome === wanted).length;
  const proved = count("proved");
  const refuted = count("refuted");
  return {
    proved,
    refuted,
    inconclusive: count("inconclusive"),
    ...shareOf(proved, proved + refuted),
  };
}

function accuracyOf(answers: readonly boolean[]): LoopAccuracy {
  const right = answers.filter(Boolean).length;
  const questions = answers.length;
  return { right, questions, ...shareOf(right, questions) };
}

function shareOf(hits: number, all: number): Share {
  const { low, high } = wilson(hits, all);
  return { share: rounded(all === 0 ? 0 : hits / all), low: rounded(low), high: rounded(high) };
}

function counted(items: readonly string[]): LoopCounts {
  const groups = Map.groupBy(items.toSorted(), (item) => item);
  return Object.fromEntries([...groups].map(([item, same]) => [item, same.length]));
}

function summed(usages: readonly Usage[]): Usage {
  return usages.reduce(added, { calls: 0, inputTokens: 0, outputTokens: 0 });
}

function spentBy(rounds: readonly LoopRound[]): ArmUsage["optimizer"] {
  const usd = rounds.reduce((sum, { spent }) => sum + spent.usd, 0);
  return { ...summed(rounds.map(({ spent }) => spent)), usd: rounded(usd) };
}

function rounded(value: number): number {
  return Math.round(value * 10_000) / 10_000;
}
