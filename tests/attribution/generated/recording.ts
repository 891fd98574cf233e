/**
 * The steps that all generated systems share: take messages in, then search, answer and judge a
 * question.
 */

import type { FailedCase } from "../../../src/protocol/api/attribution.ts";
import type { ErrorType } from "../../../src/protocol/error-types.ts";
import { Trace, type VariableOptions } from "../support/trace.ts";
import { iso } from "./draw.ts";
import type { Fault, Story } from "./story.ts";

export interface Truth {
  readonly errorType: ErrorType;
  readonly op: string | null;
}

export class Recording {
  readonly trace = new Trace();
  readonly story: Story;
  readonly fault: Fault;
  readonly #labelled: boolean;
  readonly #spoken: "json" | "line";
  readonly messages: string[] = [];
  truth: Truth | undefined;

  constructor(story: Story, fault: Fault, labelled: boolean, spoken: "json" | "line") {
    this.story = story;
    this.fault = fault;
    this.#labelled = labelled;
    this.#spoken = spoken;
  }

  label(category: string): { category?: string } {
    return this.#labelled ? { category } : {};
  }

  variable(name: string, value: string, category: string, options: VariableOptions = {}): string {
    return this.trace.variable(name, value, { ...this.label(category), ...options });
  }

  step(
    op: string,
    name: string,
    links: readonly (readonly [string, string])[],
    category: string,
  ): void {
    this.trace.operation(op, name, links, this.label(category));
  }

  says(index: number): string {
    const { who, said, day } = this.#item(index);
    const value =
      this.#spoken === "json"
        ? JSON.stringify({ speaker: who, text: said, time: `${iso(day)}T08:30:00` })
        : `[${iso(day)} 08:30] ${who}: ${said}`;
    const id = this.variable(`said/${index}`, value, "message");
    this.messages[index] = id;
    return id;
  }

  #item(index: number) {
    const item = this.story.items[index];
    if (item === undefined) throw new Error(`no item ${index}`);
    return item;
  }

  is(stage: Fault["stage"], index: number): boolean {
    return this.fault.stage === stage && index === this.story.target;
  }

  /** Returns the text that the extraction writes for the message. */
  extracted(index: number, op: string): string {
    if (!this.is("extract", index)) return this.#item(index).stored;
    this.blame("ExtractionError", op);
    return this.fault.made;
  }

  blame(errorType: ErrorType, op: string | null): void {
    this.truth = { errorType, op };
  }

  /** Returns the items that a search finds, in rank order: the needed items and some others. */
  found(held: (index: number) => boolean): number[] {
    const { evidence, items, target } = this.story;
    const distractors = [1, 7, 9, 14, 19].filter(
      (index) => index < items.length && !evidence.includes(index),
    );
    const found = [...evidence, ...distractors].filter(held);
    return this.fault.stage === "search" ? found.filter((index) => index !== target) : found;
  }

  without(stage: Fault["stage"], indices: readonly number[]): number[] {
    return this.fault.stage === stage
      ? indices.filter((index) => index !== this.story.target)
      : [...indices];
  }

  ask(): string {
    return this.variable("asked", this.story.topic.question, "query");
  }

  /** Writes the answer, and returns the case with its true cause. */
  answer(query: string, context: readonly string[]) {
    const { fault, story } = this;
    const given = this.variable("reply", fault.prediction, "answer");
    this.step(
      "answer",
      "respond",
      [...context, query].map((from) => [from, given] as const),
      "generation",
    );
    if (fault.stage === "answer") this.blame("ResponseError", "answer");
    if (fault.stage === "annotation") this.blame("AnnotationError", null);
    if (fault.stage === "judge") {
      const wanted = this.variable("wanted", fault.expected.join("; "), "golden_answers");
      const score = this.variable("score", "0.0", "judge_score");
      this.step(
        "judge",
        "grade",
        [given, wanted, query].map((from) => [from, score] as const),
        "judging",
      );
      this.blame("JudgeError", "judge");
    }
    const failed: FailedCase = {
      query: story.topic.question,
      queryId: query,
      prediction: fault.prediction,
      predictionId: given,
      expected: [...fault.expected],
      evidence: fault.evidence.flatMap((index) => this.messages[index] ?? []),
    };
    return { graph: this.trace.build(), events: this.trace.events, failed, truth: this.truth };
  }
}

export type Recorded = ReturnType<Recording["answer"]>;
/** Records a story as one memory system would; undefined if that system cannot have the fault. */
export type System = (recording: Recording) => Recorded | undefined;
