/**
 * The texts that variables show to later steps, and how freely the memory paraphrases. Cases of one
 * graph share them if the same kind of step answered their questions and the recording names its
 * memory.
 */
import type { EvolutionGraph } from "../../graph/evolution-graph.ts";
import { shapesOf } from "../../graph/memory/structural-signatures.ts";
import { nextVersion } from "../../graph/memory/versions.ts";
import type { Variable } from "../../graph/model.ts";
import type { Sentence } from "../../text/sentences.ts";
import { type Effort, READ } from "../effort.ts";
import type { Reading } from "../evidence/message-corpus.ts";
import type { Roles } from "../roles/roles.ts";
import { learnShown, type Shown } from "../roles/visible-fields.ts";
import { shownText } from "./carry.ts";
import { type MemoryParaphrase, memoryParaphrase, StepParaphrases } from "./paraphrase-rate.ts";

export class MemoryTexts {
  readonly shown: Shown;
  readonly paraphrase: MemoryParaphrase;
  readonly stepParaphrases: StepParaphrases;
  readonly #sentences = new Map<string, readonly Sentence[]>();
  readonly #isMemory: Roles["isMemory"];
  readonly #reading: Reading;

  constructor(graph: EvolutionGraph, roles: Roles, reading: Reading, effort: Effort) {
    const visible = learnShown(graph, roles.isMemory, roles.answerOp?.id);
    this.#isMemory = roles.isMemory;
    this.#reading = reading;
    this.shown = (unit) => (nextVersion(graph, unit.id) === undefined ? visible(unit) : unit.value);
    this.paraphrase = memoryParaphrase(graph, roles, this.shown, reading, effort);
    this.stepParaphrases = new StepParaphrases(graph, reading, this.paraphrase);
  }

  /** The sentences that the variable shows. */
  sentences(variable: Variable, effort: Effort): readonly Sentence[] {
    const known = this.#sentences.get(variable.id);
    if (known !== undefined) return known;
    const text = shownText(variable, { isMemory: this.#isMemory, shown: this.shown });
    effort.spend(READ * text.length);
    const made = this.#reading.sentencesOf(text);
    this.#sentences.set(variable.id, made);
    return made;
  }
}

const textsByCorpus = (_: EvolutionGraph) => new Map<Reading, Map<string, MemoryTexts>>();

export function memoryTexts(
  graph: EvolutionGraph,
  roles: Roles,
  reading: Reading,
  effort: Effort,
): MemoryTexts {
  const { answerOp, units } = roles;
  if (!units.areNamed) return new MemoryTexts(graph, roles, reading, effort);
  const ofGraph = graph.derived(textsByCorpus);
  const ofCorpus = ofGraph.get(reading) ?? new Map<string, MemoryTexts>();
  ofGraph.set(reading, ofCorpus);
  const key = answerOp === undefined ? "" : shapesOf(graph).ofOperation(answerOp.id);
  const texts = ofCorpus.get(key) ?? new MemoryTexts(graph, roles, reading, effort);
  ofCorpus.set(key, texts);
  return texts;
}
