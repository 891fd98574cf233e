/**
 * Ranks variables by the similarity of their vectors. For each case, a text is embedded only once.
 */
import type { Variable } from "../../graph/model.ts";
import type { Model } from "../../protocol/model.ts";
import { rankedByVectors } from "../evidence/rank-fusion.ts";

/**
 * Maximum number of variables in a ranking. If there are more, only the latest are embedded and
 * ranked.
 */
const MAX_EMBEDDED = 400;
const MAX_EMBEDDED_CHARS = 4_000;

export class Meaning {
  readonly #embed: NonNullable<Model["embed"]>;
  readonly #vectors = new Map<string, readonly number[]>();

  constructor(embed: NonNullable<Model["embed"]>) {
    this.#embed = embed;
  }

  /**
   * Ranks the variables, most similar first. Returns an empty list if embedding fails; the caller
   * then ranks only by words.
   */
  async rank(
    asked: string,
    variables: readonly Variable[],
    textOf: (variable: Variable) => string,
  ): Promise<Variable[]> {
    const some = variables.slice(-MAX_EMBEDDED);
    const vectors = await this.#vectorsOf(some.map(textOf));
    const question = vectors && (await this.#vectorsOf([asked]));
    return question ? rankedByVectors(question[0] ?? [], some, vectors) : [];
  }

  async #vectorsOf(texts: readonly string[]): Promise<readonly (readonly number[])[] | undefined> {
    const cut = texts.map((text) => text.slice(0, MAX_EMBEDDED_CHARS) || " ");
    const unknown = [...new Set(cut)].filter((text) => !this.#vectors.has(text));
    if (unknown.length > 0) {
      const answer = await this.#embed(unknown);
      if (!answer.ok) return undefined;
      for (const [index, text] of unknown.entries()) {
        this.#vectors.set(text, answer.vectors[index] ?? []);
      }
    }
    return cut.map((text) => this.#vectors.get(text) ?? []);
  }
}
