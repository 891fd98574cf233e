/**
 * Caches a model's answers in a folder. Each file is named by a hash of the whole request. After an
 * interruption, the next run pays only for missing answers.
 */
import { randomUUID } from "node:crypto";
import { mkdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { embedInGroups, requestKey } from "../../llm/stored-answers.ts";
import { askStructured } from "../../llm/structured.ts";
import {
  type Completed,
  type Embedded,
  type Model,
  type ModelFailure,
  type ModelRequest,
  NOTHING_SPENT,
  type Spent,
  type Structured,
  type StructuredRequest,
  sumSpent,
} from "../../protocol/model.ts";

type Answer = { readonly ok: true; readonly spent: Spent };

export class DiskCachedModel implements Model {
  readonly name: string;
  readonly embed?: (texts: readonly string[]) => Promise<Embedded>;
  readonly #model: Model;
  readonly #folder: string;
  /** Request hash → pending answer. Equal simultaneous requests are sent only once. */
  readonly #underway = new Map<string, Promise<unknown>>();
  #paid: Spent = NOTHING_SPENT;

  constructor(model: Model, folder: string) {
    this.name = model.name;
    this.#model = model;
    this.#folder = folder;
    const embed = model.embed?.bind(model);
    if (embed) {
      this.embed = (texts) =>
        embedInGroups(this.name, texts, embed, (key, ask) => this.#kept(key, ask));
    }
  }

  /** What this run paid for answers that were not in the cache. */
  get paid(): Spent {
    return this.#paid;
  }

  ask<T>(request: StructuredRequest<T>): Promise<Structured<T>> {
    return askStructured(this, request);
  }

  complete(request: ModelRequest): Promise<Completed> {
    return this.#kept(requestKey(this.name, request), () => this.#model.complete(request));
  }

  async #kept<T extends Answer>(
    key: string,
    ask: () => Promise<T | ModelFailure>,
  ): Promise<T | ModelFailure> {
    const underway = this.#underway.get(key) as Promise<T | ModelFailure> | undefined;
    if (underway !== undefined) return underway;
    const asked = this.#askUnlessKnown(key, ask).finally(() => this.#underway.delete(key));
    this.#underway.set(key, asked);
    return asked;
  }

  async #askUnlessKnown<T extends Answer>(
    key: string,
    ask: () => Promise<T | ModelFailure>,
  ): Promise<T | ModelFailure> {
    const file = join(this.#folder, key.slice(0, 2), `${key}.json`);
    const known = readKept<T>(file);
    if (known !== undefined) return known;
    const answer = await ask();
    if (answer.ok) {
      keep(file, answer);
      this.#paid = sumSpent(this.#paid, answer.spent);
    }
    return answer;
  }
}

/** Returns undefined if there is no cached answer, or its file is damaged. */
function readKept<T>(file: string): T | undefined {
  try {
    return JSON.parse(readFileSync(file, "utf8")) as T;
  } catch {
    return undefined;
  }
}

/** Writes to a temporary file first, so that an interruption leaves no partial answer. */
function keep(file: string, answer: Answer): void {
  mkdirSync(dirname(file), { recursive: true });
  const written = `${file}.${randomUUID()}`;
  writeFileSync(written, JSON.stringify(answer));
  renameSync(written, file);
}
