/**
 * The memory system in the experiment: mem0 as the memory, one model that answers, one that judges.
 */
import type { MemTrace } from "@memtrace/sdk";
import { observeMem0 } from "@memtrace/sdk/mem0";
import { Memory } from "mem0ai/oss";
import OpenAI from "openai";
import * as z from "zod";
import "../support/kept-statements.ts";
import type { Conversation } from "./locomo.ts";

export interface PipelineSettings {
  readonly baseUrl: string;
  readonly apiKey: string;
  readonly memoryModel: string;
  readonly answerModel: string;
  readonly judgeModel: string;
  readonly embeddingModel: string;
  readonly dimensions: number;
  /** Undefined for models that accept no temperature. */
  readonly temperature: number | undefined;
  readonly topK: number;
  /** Number of turns of a conversation that mem0 receives at once. */
  readonly turnsAtOnce: number;
}

/**
 * Prompt texts, by their names in the graphs. A prompt that is missing here has its original text.
 */
export type Prompts = ReadonlyMap<string, string>;

/** The name that `@memtrace/sdk/mem0` gives the instructions of mem0's model. */
const EXTRACTION = "mem0-instructions";
const ANSWERING = "answering-instructions";

const ANSWERING_TEXT = `You answer questions about two people from memories of what they told each other.

Use nothing but the memories. The time in brackets is when something was said: count times such as
"last week" from there. Answer in as few words as possible, without a sentence around them. Where the
memories do not hold the answer, say: I do not know.`;

const JUDGE_TEXT = `You judge an answer to a question by comparing it with the right answer.

It is right if it says the same, in whatever words, at whatever length, and in whatever form times are
written. It is wrong if it lacks what was asked for, or says something else. Answer with JSON alone:
{"right": true or false, "reason": "one sentence"}`;

const Judgement = z.object({ right: z.boolean(), reason: z.string().default("") });

/** Tokens that answering and judging used. mem0 does not report its own. */
export interface Usage {
  calls: number;
  inputTokens: number;
  outputTokens: number;
  /** Number of additions that failed in mem0's model, also when they were retried. */
  failedAdds: number;
}

export class Pipeline {
  readonly usage: Usage = { calls: 0, inputTokens: 0, outputTokens: 0, failedAdds: 0 };
  readonly #settings: PipelineSettings;
  readonly #memtrace: MemTrace;
  readonly #prompts: Prompts;
  readonly #openai: OpenAI;

  constructor(settings: PipelineSettings, memtrace: MemTrace, prompts: Prompts) {
    this.#settings = settings;
    this.#memtrace = memtrace;
    this.#prompts = prompts;
    this.#openai = new OpenAI({ baseURL: settings.baseUrl, apiKey: settings.apiKey });
  }

  /**
   * Tells a new memory the whole conversation, in the running graph. Returns a function that
   * answers from the memory.
   */
  async remember({ id, sessions }: Conversation): Promise<(question: string) => Promise<string>> {
    const memory = this.#newMemory();
    const { turnsAtOnce } = this.#settings;
    for (const [number, messages] of sessions.entries()) {
      const session = { name: `session ${number + 1}`, category: "memory_construction" };
      await this.#memtrace.session(session, async () => {
        for (const { id: name, text } of messages) {
          this.#memtrace.variable(text, { name, category: "message" });
        }
        for (let at = 0; at < messages.length; at += turnsAtOnce) {
          const told = messages.slice(at, at + turnsAtOnce);
          const turns = told.map(({ text }) => ({ role: "user", content: text }));
          await memory.add(turns, { userId: id }).catch(() => {
            this.usage.failedAdds += 1;
          });
        }
      });
    }
    return (question) => this.#answer(memory, id, question);
  }

  async judge(answer: { query: string; prediction: string; expected: readonly string[] }) {
    const { query, prediction, expected } = answer;
    const said = await this.#ask(this.#settings.judgeModel, [
      { role: "system", content: JUDGE_TEXT },
      {
        role: "user",
        content: JSON.stringify({ question: query, right: expected, given: prediction }),
      },
    ]);
    const { right, reason } = Judgement.parse(JSON.parse(/\{.*\}/s.exec(said)?.[0] ?? said));
    return { score: right ? 1 : 0, reason };
  }

  #newMemory(): Memory {
    const { baseUrl, apiKey, memoryModel, embeddingModel, dimensions } = this.#settings;
    const openai = { apiKey, baseURL: baseUrl };
    const memory = observeMem0(
      this.#memtrace,
      new Memory({
        llm: { provider: "openai", config: { ...openai, model: memoryModel } },
        embedder: {
          provider: "openai",
          config: { ...openai, model: embeddingModel, embeddingDims: dimensions },
        },
        vectorStore: {
          provider: "memory",
          config: { collectionName: "memories", dimension: dimensions, dbPath: ":memory:" },
        },
        historyStore: { provider: "sqlite", config: { historyDbPath: ":memory:" } },
      }),
    );
    const instructions = this.#prompts.get(EXTRACTION);
    if (instructions !== undefined) instruct(memory, instructions);
    return memory;
  }

  async #answer(memory: Memory, user: string, question: string): Promise<string> {
    const { topK, answerModel } = this.#settings;
    const { results } = await memory.search(question, { filters: { user_id: user }, topK });
    const answer = this.#memtrace.operation(
      "answer",
      { category: "answer", output: { class: "prediction", category: "llm_response" } },
      async (asked: string, found: readonly { memory?: string }[], instructions: unknown) => {
        const memories = found.map(({ memory }) => `- ${memory}`).join("\n");
        return this.#ask(answerModel, [
          { role: "system", content: String(instructions) },
          { role: "user", content: `Memories:\n${memories}\n\nQuestion: ${asked}` },
        ]);
      },
    );
    const text = this.#prompts.get(ANSWERING) ?? ANSWERING_TEXT;
    this.#memtrace.variable(text, { name: ANSWERING, category: "prompt" });
    return answer(question, results, text);
  }

  async #ask(model: string, messages: OpenAI.ChatCompletionMessageParam[]): Promise<string> {
    const { temperature } = this.#settings;
    const completion = await this.#openai.chat.completions.create({
      ...{ model, messages },
      ...(temperature === undefined ? {} : { temperature }),
    });
    this.usage.calls += 1;
    this.usage.inputTokens += completion.usage?.prompt_tokens ?? 0;
    this.usage.outputTokens += completion.usage?.completion_tokens ?? 0;
    return completion.choices[0]?.message.content?.trim() ?? "";
  }
}

interface Instructed {
  generateResponse(messages: readonly { role: string }[], ...further: unknown[]): unknown;
}

/** Replaces mem0's built-in instructions in each request to its model. */
function instruct(memory: Memory, content: string): void {
  const { llm }: { llm: Instructed } = memory as unknown as { llm: Instructed };
  const ask = llm.generateResponse.bind(llm);
  llm.generateResponse = (messages, ...further) =>
    ask(
      messages.map((message) => (message.role === "system" ? { ...message, content } : message)),
      ...further,
    );
}
