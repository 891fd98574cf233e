/**
 * Caches the sentences and the messages of a graph. All its cases use them, and so does the search
 * for the source of an answer.
 */
import type { EvolutionGraph } from "../../graph/evolution-graph.ts";
import type { Variable } from "../../graph/model.ts";
import { type Sentence, Sentences } from "../../text/sentences.ts";
import { type MessageText, readMessage } from "./message-text.ts";

export class GraphTexts {
  readonly #sentences = new Sentences();
  readonly #split = new Map<string, readonly Sentence[]>();
  readonly #messages = new Map<string, MessageText>();

  sentencesOf(text: string): readonly Sentence[] {
    const known = this.#split.get(text);
    if (known !== undefined) return known;
    const made = this.#sentences.of(text);
    this.#split.set(text, made);
    return made;
  }

  message(variable: Variable): MessageText {
    const known = this.#messages.get(variable.id);
    if (known !== undefined) return known;
    const made = readMessage(variable);
    this.#messages.set(variable.id, made);
    return made;
  }
}

export function textsOf(graph: EvolutionGraph): GraphTexts {
  return graph.derived(newTexts);
}

function newTexts(_: EvolutionGraph): GraphTexts {
  return new GraphTexts();
}
