/**
 * The probability of each hypothesis, updated after each answer. A question is worth asking if an
 * answer to it could change the likeliest hypothesis.
 */
import type { Stage, Telling } from "./stage.ts";

const TELLINGS: readonly Telling[] = ["expected", "other", "none"];

/** How likely each answer about the stage is if the hypothesis holds. */
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

  /** The hypotheses, likeliest first. Their probabilities sum to one. */
  get ranked(): readonly { readonly hypothesis: H; readonly chance: number }[] {
    return this.#hypotheses
      .map((hypothesis, index) => ({ hypothesis, chance: this.#chances[index] ?? 0 }))
      .sort((a, b) => b.chance - a.chance);
  }

  learn(stage: Stage, telling: Telling): void {
    this.#chances = normal(this.#given(this.#chances, stage, telling));
  }

  /**
   * Returns the question that raises the probability of the right verdict most, and this rise as
   * `gain`. If two gains are nearly equal, returns the more informative question. Looks one
   * question further ahead: two answers together may overturn a verdict that one answer cannot
   * overturn.
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
   * Returns by how much this question and a second question together raise the probability of the
   * likeliest hypothesis.
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
   * Returns the expected probability of the likeliest hypothesis after the question. Creates no
   * lists, because it is called for very many pairs of questions.
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

  /** Returns the expected information of the answer, in bits. */
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

/** Maximum questions that are compared. The other questions give less information. */
const LOOKED_AHEAD = 8;
/** Value of one bit of information. It decides between questions whose gains are nearly equal. */
const INFORMATION = 0.1;

function normal(weights: readonly number[]): number[] {
  const total = weights.reduce((sum, weight) => sum + weight, 0);
  return weights.map((weight) => weight / (total || 1));
}

function highest(values: readonly number[]): number {
  return values.reduce((most, value) => Math.max(most, value), 0);
}
