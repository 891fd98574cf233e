/**
 * Keeps the probability of each possible verdict, which is called a hypothesis. Each answer of the
 * model changes these probabilities. A question is useful if its answer may change which verdict is
 * the most probable one.
 */
import type { Stage, Telling } from "./stage.ts";

const TELLINGS: readonly Telling[] = ["expected", "other", "none"];

/**
 * The model can give three kinds of answer about a stage (`Telling`). If the hypothesis is true,
 * how probable is each of them? The function returns these probabilities.
 */
export type Expectation<H> = (hypothesis: H, stage: Stage) => Readonly<Record<Telling, number>>;

export class Belief<H> {
  readonly #hypotheses: readonly H[];
  readonly #expects: Expectation<H>;
  readonly #expected = new Map<Stage, readonly Readonly<Record<Telling, number>>[]>();
  #chances: readonly number[];

  constructor(hypotheses: readonly H[], prior: readonly number[], expects: Expectation<H>) {
    this.#hypotheses = hypotheses;
    this.#expects = expects;
    this.#chances = normal(prior);
  }

  /** The hypotheses, most probable first. Their probabilities sum to 1. */
  get ranked(): readonly { readonly hypothesis: H; readonly chance: number }[] {
    return this.#hypotheses
      .map((hypothesis, index) => ({ hypothesis, chance: this.#chances[index] ?? 0 }))
      .sort((a, b) => b.chance - a.chance);
  }

  learn(stage: Stage, telling: Telling): void {
    this.#chances = normal(this.#given(this.#chances, stage, telling));
  }

  /**
   * Returns the stage about which the oracle should ask next: the stage with the largest gain. If
   * two stages have nearly the same gain, the answer about one of them gives more information. This
   * stage is returned.
   *
   * The gain counts two questions: the question about the stage, and the best question after it. It
   * says how much the two answers are expected to raise the probability of the most probable
   * hypothesis. With only one question, the gain could be 0, although the second question helps.
   */
  next(stages: readonly Stage[]): { readonly stage: Stage; readonly gain: number } | undefined {
    const ranked = stages
      .map((stage) => ({ stage, told: this.#information(this.#chances, stage) }))
      .sort((a, b) => b.told - a.told)
      .slice(0, LOOKED_AHEAD);
    let best: { stage: Stage; gain: number; worth: number } | undefined;
    for (const { stage, told } of ranked) {
      const gain = this.#gainWith(
        stage,
        ranked.map((each) => each.stage),
      );
      const worth = gain + INFORMATION * told;
      if (best === undefined || worth > best.worth) best = { stage, gain, worth };
    }
    return best;
  }

  /**
   * Assumes that the oracle asks about `stage`, and then asks the best second question. Returns how
   * much these two answers are expected to raise the probability of the most probable hypothesis.
   */
  #gainWith(stage: Stage, stages: readonly Stage[]): number {
    const after = TELLINGS.reduce((sum, telling) => {
      const chances = this.#given(this.#chances, stage, telling);
      const further = stages.map((next) =>
        next === stage ? highest(chances) : this.#afterwards(chances, next),
      );
      return sum + highest(further);
    }, 0);
    return after - highest(this.#chances);
  }

  /**
   * Assumes that the oracle asks about `stage`. Returns how probable the most probable hypothesis
   * is then, on average over all possible answers. `chances` are the probabilities of the
   * hypotheses before the question. This function runs for very many questions, so it creates no
   * arrays.
   */
  #afterwards(chances: readonly number[], stage: Stage): number {
    const expected = this.#expectedOf(stage);
    return TELLINGS.reduce((sum, telling) => {
      let most = 0;
      for (let index = 0; index < expected.length; index++)
        most = Math.max(most, (chances[index] ?? 0) * (expected[index]?.[telling] ?? 0));
      return sum + most;
    }, 0);
  }

  #given(chances: readonly number[], stage: Stage, telling: Telling): number[] {
    return this.#expectedOf(stage).map((chance, index) => (chances[index] ?? 0) * chance[telling]);
  }

  #expectedOf(stage: Stage) {
    const known = this.#expected.get(stage);
    if (known !== undefined) return known;
    const expected = this.#hypotheses.map((hypothesis) => this.#expects(hypothesis, stage));
    this.#expected.set(stage, expected);
    return expected;
  }

  /** Returns how many bits of information the answer about `stage` is expected to give. */
  #information(chances: readonly number[], stage: Stage): number {
    return TELLINGS.reduce((sum, telling) => {
      const joint = this.#given(chances, stage, telling);
      const total = joint.reduce((all, chance) => all + chance, 0);
      return joint.reduce((bits, chance, index) => {
        const before = chances[index] ?? 0;
        return chance > 0 && before > 0 ? bits + chance * Math.log2(chance / total / before) : bits;
      }, sum);
    }, 0);
  }
}

/**
 * `next` tries all pairs of at most this many questions. These are the questions whose answers give
 * the most information.
 */
const LOOKED_AHEAD = 8;
/**
 * `next` rates a question by its `gain`, plus this value for each bit of information that the
 * answer gives. The value is small, so the information decides only between questions with nearly
 * the same gain.
 */
const INFORMATION = 0.1;

function normal(weights: readonly number[]): number[] {
  const total = weights.reduce((sum, weight) => sum + weight, 0);
  return weights.map((weight) => weight / (total || 1));
}

function highest(values: readonly number[]): number {
  return values.reduce((most, value) => Math.max(most, value), 0);
}
