/**
 * Tests whether an operation passed a detail on, by comparing its output with its input. An
 * operation that copies must repeat the words of its input. For an operation that paraphrases,
 * fewer equal words are enough.
 */
import type { EvolutionGraph } from "../../graph/evolution-graph.ts";
import type { Variable } from "../../graph/model.ts";
import type { Sentence } from "../../text/sentences.ts";
import type { Need } from "../needs/need.ts";
import { CARRIED } from "../thresholds.ts";
import type { CarryParts, Comparisons, Statement, StatementTest } from "./carry.ts";
import type { MatchProfile } from "./match-profiles.ts";
import { Wordings } from "./wording.ts";
import { isExchanged, isTurned } from "./words/role-swap.ts";

interface Ends {
  readonly op: string;
  readonly from: string;
  readonly to: string;
}

export interface Carried {
  readonly wording: Need;
  /** The sentences that state the detail; empty if unknown. */
  readonly sentences: readonly Sentence[];
}

/**
 * Tests whether the output `target` of an operation still states the detail. If it does, returns
 * its wording and its sentences. If it does not, returns undefined.
 * @param carried the wording and the sentences of the input that state the detail
 */
export type StepTransfer = (
  need: Need,
  carried: Carried,
  step: Ends,
  target: Variable,
) => Carried | undefined;

export class StepTransfers {
  readonly #graph: EvolutionGraph;
  readonly #parts: CarryParts;
  readonly #comparisons: Comparisons;
  readonly #wordings: Wordings;
  readonly #details = new Map<Need, Need>();
  readonly #additions = new Map<string, readonly Sentence[]>();
  readonly #present = new Map<readonly Sentence[], ReadonlySet<Sentence>>();

  constructor(graph: EvolutionGraph, parts: CarryParts, comparisons: Comparisons) {
    this.#graph = graph;
    this.#parts = parts;
    this.#comparisons = comparisons;
    this.#wordings = new Wordings(parts);
  }

  by(profile: MatchProfile): StepTransfer {
    const parts = this.#parts;
    const plain = this.#comparisons.by(profile);
    const exactly = this.#comparisons.by({ ...profile, letters: 1 });
    const byKind = new Map<string, StatementTest>();
    const statementOf = (step: Ends) => {
      const { kind, paraphrase } = parts.paraphraseOf(step);
      const { substitutionWeight = paraphrase.substitutionWeight } = profile;
      const known =
        byKind.get(kind) ?? this.#comparisons.by(profile, { ...paraphrase, substitutionWeight });
      byKind.set(kind, known);
      return known;
    };
    return (need, { wording, sentences }, step, target) => {
      const written = parts.sentences(target);
      const rewordedAs = () => this.#wordings.in(written, wording);
      // If the output has all sentences of the input that state the detail, the operation copied
      // them. Then the output states the detail too.
      const present = sentences.length > 0 ? this.#presentIn(written) : undefined;
      if (present && sentences.every((sentence) => present.has(sentence)))
        return { wording, sentences };
      const found = () => {
        const said = plain.whole(target, need);
        if (said.share >= CARRIED) return said;
        const statement = statementOf(step);
        const whole = statement.whole(target, wording);
        if (whole.share >= CARRIED) return whole;
        const added = this.#addedTo(target);
        const part = added && statement.among(target, wording, added);
        if (part !== undefined && part.share >= CARRIED) return part;
        return this.#broughtBy(step, target, { wording, sentences }, exactly);
      };
      const statement = found();
      return statement && { wording: rewordedAs(), sentences: statement.sentences };
    };
  }

  #detailOf(need: Need): Need {
    const known = this.#details.get(need) ?? { ...need, around: [], order: [] };
    this.#details.set(need, known);
    return known;
  }

  /**
   * `sentences` are the sentences of the input `from` that state the detail. Tests whether the
   * output `target` took the detail's own words from them. If so, returns how the output states the
   * detail. Returns undefined in three cases: the output lacks these words, another sentence of
   * this input has them too, or another input of the operation has them too.
   */
  #broughtBy(
    { op, from }: Ends,
    target: Variable,
    { wording, sentences }: Carried,
    exactly: StatementTest,
  ): Statement | undefined {
    const graph = this.#graph;
    const source = graph.variables.get(from);
    if (source === undefined) return undefined;
    const detail = this.#detailOf(wording);
    if (detail.core.length === 0 && detail.days === undefined) return undefined;
    const found = exactly.whole(target, detail);
    if (found.share < CARRIED) return undefined;
    const isSwapped = (each: Sentence) => isExchanged(wording, each) || isTurned(wording, each);
    if (this.#parts.sentences(target).some(isSwapped)) return undefined;
    if (sentences.length > 0) {
      const read = this.#parts.sentences(source);
      const otherSentences = read.filter((sentence) => !sentences.includes(sentence));
      if (exactly.among(source, detail, otherSentences).share >= CARRIED) return undefined;
    }
    const others = graph.linksTo(target).flatMap((link) => {
      const isOther = link.op === op && link.from !== from;
      return (isOther ? graph.variables.get(link.from) : undefined) ?? [];
    });
    const isBroughtByOther = others.some((other) => exactly.whole(other, detail).share >= CARRIED);
    return isBroughtByOther ? undefined : found;
  }

  #presentIn(sentences: readonly Sentence[]): ReadonlySet<Sentence> {
    const known = this.#present.get(sentences) ?? new Set(sentences);
    this.#present.set(sentences, known);
    return known;
  }

  /**
   * Returns the sentences that the previous version did not have; undefined for a first version.
   */
  #addedTo(target: Variable): readonly Sentence[] | undefined {
    if (target.version < 2) return undefined;
    const { sentences } = this.#parts;
    const found = this.#additions.get(target.id);
    if (found !== undefined) return found;
    const versions = this.#graph.versionsOf(target.fullName);
    const before = versions.findLast((v) => v.version < target.version);
    const old = new Set(before === undefined ? [] : sentences(before));
    const added = sentences(target).filter((sentence) => !old.has(sentence));
    this.#additions.set(target.id, added);
    return added;
  }
}
