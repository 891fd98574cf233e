/**
 * Measures how well the service separates right texts from wrong texts. This is measured in two
 * ways. The first uses the weights of the service. The second leaves out some texts, fits new
 * weights on the others, and then measures only with the left-out texts. So it shows how well
 * weights work on new texts.
 */
import { fitLogistic, type LogisticModel, probability } from "../../statistics/logistic.ts";
import { areaUnderCurve, recallAt, type Scored, thresholdAt } from "./discrimination.ts";
import type { JudgedText } from "./judged-texts.ts";

/** `fitted` chooses a threshold that accepts at most this share of the wrong texts. */
const FALSE_SHARE = 0.02;
const FOLDS = 5;

export interface FigureLine {
  readonly name: string;
  readonly texts: number;
  readonly area: number;
  readonly recall: readonly number[];
}

/** The output shows the recall at each of these false-positive rates. */
export const FALSE_SHARES = [0.01, FALSE_SHARE, 0.05];

export function figuresOf(texts: readonly JudgedText[]): FigureLine[] {
  const folds = Array.from({ length: FOLDS }, (_, fold) => fold);
  const inFold = (fold: number, count: number) => (text: JudgedText) =>
    hash(text.question) % count === fold;
  const systems = [...new Set(texts.map(({ system }) => system))].sort();
  const shipped = texts.map(({ probability: score, isTrue }) => ({ score, isTrue }));
  return [
    line("as shipped", shipped),
    line(
      "questions left out",
      folds.flatMap((fold) => leftOut(texts, inFold(fold, FOLDS))),
    ),
    line("first half of the questions", leftOut(texts, inFold(0, 2))),
    line("second half of the questions", leftOut(texts, inFold(1, 2))),
    ...systems.map((system) =>
      line(
        `${system} left out`,
        leftOut(texts, (text) => text.system === system),
      ),
    ),
  ];
}

/** Returns the share of right texts, and of wrong texts, that the shipped threshold accepts. */
export function atThreshold(texts: readonly JudgedText[]): { right: number; wrong: number } {
  const share = (isTrue: boolean) => {
    const all = texts.filter((text) => text.isTrue === isTrue);
    return all.filter(({ isYes }) => isYes).length / all.length;
  };
  return { right: share(true), wrong: share(false) };
}

export function medianMs(texts: readonly JudgedText[]): number {
  const times = texts.map(({ ms }) => ms).sort((a, b) => a - b);
  return times[Math.floor(times.length / 2)] ?? 0;
}

/**
 * Fits a new model on all texts, and chooses a threshold for it. For this choice, each text gets
 * its score from another model, which was fitted without this text.
 */
export function fitted(texts: readonly JudgedText[]): {
  model: LogisticModel<string>;
  threshold: number;
} {
  const folds = Array.from({ length: FOLDS }, (_, fold) => fold);
  const scores = folds.flatMap((fold) =>
    leftOut(texts, (text) => hash(text.question) % FOLDS === fold),
  );
  return { model: weigh(texts), threshold: thresholdAt(scores, FALSE_SHARE) };
}

/**
 * Scales all features before fitting. Otherwise the regularisation would shrink some weights more
 * than others.
 */
function weigh(texts: readonly JudgedText[]): LogisticModel<string> {
  const scales = Object.keys(texts[0]?.features ?? {}).map((name) => ({
    name,
    scale: deviation(texts.map(({ features }) => features[name] ?? 0)) || 1,
  }));
  const observations = texts.map(({ features, isTrue }) => ({
    features: scales.map(({ name, scale }) => (features[name] ?? 0) / scale),
    holds: isTrue,
    weight: 1,
  }));
  const [intercept = 0, ...scaled] = fitLogistic(observations, scales.length);
  const weights = scales.map(({ name, scale }, i) => [name, (scaled[i] ?? 0) / scale]);
  return { intercept, weights: Object.fromEntries(weights) };
}

function deviation(values: readonly number[]): number {
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
  return Math.sqrt(values.reduce((sum, value) => sum + (value - mean) ** 2, 0) / values.length);
}

/**
 * Fits a model on the texts that `isLeftOut` does not select. Returns the scores that this model
 * gives to the selected texts.
 */
function leftOut(texts: readonly JudgedText[], isLeftOut: (text: JudgedText) => boolean): Scored[] {
  const model = weigh(texts.filter((text) => !isLeftOut(text)));
  return texts
    .filter(isLeftOut)
    .map(({ features, isTrue }) => ({ score: probability(model, features), isTrue }));
}

function line(name: string, scored: readonly Scored[]): FigureLine {
  const recall = FALSE_SHARES.map((share) => recallAt(scored, share));
  return { name, texts: scored.length, area: areaUnderCurve(scored), recall };
}

/**
 * Returns the same number for the same text on every machine. The cross-validation divides the
 * questions into groups by this number, so every evaluation uses the same groups.
 */
function hash(text: string): number {
  let sum = 2166136261;
  for (const character of text) {
    sum = Math.imul(sum ^ (character.codePointAt(0) ?? 0), 16777619) >>> 0;
  }
  return (sum ^ (sum >>> 13)) >>> 0;
}
