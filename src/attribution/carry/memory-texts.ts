/**
 * Caches the visible text of each variable, and how freely the memory paraphrases. Two cases of a
 * graph share this cache only if three things are true: they have the same messages, their answers
 * were written by operations of the same kind, and the trace labels its memory units. Without
 * labels, a variable may be a memory unit in one case but not in the other.
 */
import type { EvolutionGraph } from "../../graph/evolution-graph.ts";
import type { InTurns } from "../../graph/in-turns.ts";
import { shapesOf } from "../../graph/memory/structural-signatures.ts";
import { deriveReplacements, nextVersion } from "../../graph/memory/versions.ts";
import type { Variable } from "../../graph/model.ts";
import type { Sentence } from "../../text/sentences.ts";
import { firstDate } from "../../text/times.ts";
import { passagesOf } from "../answers/passages.ts";
import { type UnitText, unitText } from "../answers/unit-features.ts";
import { type Effort, READ } from "../effort.ts";
import type { MessageCorpus } from "../evidence/message-corpus.ts";
import { textsOf } from "../roles/graph-texts.ts";
import type { Roles } from "../roles/roles.ts";
import { learnShown, type Shown } from "../roles/visible-fields.ts";
import { shownText } from "./carry.ts";
import { type MemoryParaphrase, memoryParaphrase, StepParaphrases } from "./paraphrase-rate.ts";
import { indexWords, type WordIndex } from "./restating.ts";

export class MemoryTexts {
  readonly shown: Shown;
  readonly paraphrase: MemoryParaphrase;
  readonly stepParaphrases: StepParaphrases;
  readonly #sentences = new Map<string, readonly Sentence[]>();
  readonly #passages = new Map<string, readonly UnitText[]>();
  readonly #said: readonly Variable[];
  readonly #messages: ReadonlySet<string>;
  #wordsSaid: WordIndex | undefined;
  readonly #isMemory: Roles["isMemory"];
  readonly #corpus: MessageCorpus;
  readonly #graph: EvolutionGraph;

  private constructor(
    graph: EvolutionGraph,
    { isMemory, messages }: Roles,
    corpus: MessageCorpus,
    { shown, paraphrase }: Pick<MemoryTexts, "shown" | "paraphrase">,
  ) {
    this.#graph = graph;
    this.#said = messages;
    this.#messages = new Set(messages.map(({ id }) => id));
    this.#isMemory = isMemory;
    this.#corpus = corpus;
    this.shown = shown;
    this.paraphrase = paraphrase;
    this.stepParaphrases = new StepParaphrases(graph, corpus, paraphrase);
  }

  static *of(
    graph: EvolutionGraph,
    roles: Roles,
    corpus: MessageCorpus,
    effort: Effort,
  ): InTurns<MemoryTexts> {
    yield* deriveReplacements(graph);
    const visible = yield* learnShown(graph, roles.isMemory, roles.answerOp?.id);
    const shown: Shown = (unit) =>
      nextVersion(graph, unit.id) === undefined ? visible(unit) : unit.value;
    const paraphrase = yield* memoryParaphrase(graph, roles, shown, corpus, effort);
    return new MemoryTexts(graph, roles, corpus, { shown, paraphrase });
  }

  sentences(variable: Variable, effort: Effort): readonly Sentence[] {
    const known = this.#sentences.get(variable.id);
    if (known !== undefined) return known;
    const text = shownText(variable, { isMemory: this.#isMemory, shown: this.shown });
    effort.spend(READ * text.length);
    const made = this.#corpus.sentencesOf(text);
    this.#sentences.set(variable.id, made);
    return made;
  }

  /**
   * Indexes the words of all messages. The index refers to a message by its place in the list of
   * the case's messages.
   */
  *wordsSaid(effort: Effort): InTurns<WordIndex> {
    const sentencesOf = (message: Variable) => this.sentences(message, effort);
    this.#wordsSaid ??= yield* indexWords(this.#said, sentencesOf, effort);
    return this.#wordsSaid;
  }

  /**
   * Splits the variable's text into passages that are tested separately. For a message, they
   * contain only the speaker's words.
   */
  passages(variable: Variable, effort: Effort): readonly UnitText[] {
    const known = this.#passages.get(variable.id);
    if (known !== undefined) return known;
    const { day, speaker, content } = textsOf(this.#graph).message(variable);
    const isSaid = speaker !== undefined && this.#messages.has(variable.id);
    const shown = shownText(variable, { isMemory: this.#isMemory, shown: this.shown });
    const whole = isSaid ? `${speaker}: ${content}` : shown;
    effort.spend(READ * whole.length);
    const made = passagesOf(whole).map((text) =>
      unitText(text, this.#corpus.sentencesOf(text), firstDate(text) ?? day),
    );
    this.#passages.set(variable.id, made);
    return made;
  }
}

const textsByCorpus = (_: EvolutionGraph) => new Map<MessageCorpus, Map<string, MemoryTexts>>();

export function* memoryTexts(
  graph: EvolutionGraph,
  roles: Roles,
  corpus: MessageCorpus,
  effort: Effort,
): InTurns<MemoryTexts> {
  const { answerOp, units } = roles;
  if (!units.areNamed) return yield* MemoryTexts.of(graph, roles, corpus, effort);
  const ofGraph = graph.derived(textsByCorpus);
  const ofCorpus = ofGraph.get(corpus) ?? new Map<string, MemoryTexts>();
  ofGraph.set(corpus, ofCorpus);
  const key = answerOp === undefined ? "" : shapesOf(graph).ofOperation(answerOp.id);
  const texts = ofCorpus.get(key) ?? (yield* MemoryTexts.of(graph, roles, corpus, effort));
  ofCorpus.set(key, texts);
  return texts;
}
