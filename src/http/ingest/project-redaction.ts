import { createHmac } from "node:crypto";
import { logFailure } from "../../database/failure-log.ts";
import type { RedactionRepository } from "../../database/privacy/redaction-repository.ts";
import type { RedactionDay, RedactionSettings } from "../../protocol/api/redaction.ts";
import { failure, type Result, success } from "../../protocol/result.ts";
import type { Finder } from "../../redaction/kinds.ts";
import { patternFinder } from "../../redaction/own-pattern.ts";
import { wordFinder } from "../../redaction/own-words.ts";
import { Redactor } from "../../redaction/redactor.ts";
import type { Sealing } from "../../tenancy/sealing.ts";
import { RecentValues } from "./stored-values.ts";

/** If the settings change, other isolates use the new settings after this time at the latest. */
const SETTINGS_MS = 10_000;
/** Counts of replacements are collected for this time, and then stored with one write. */
const COUNTS_MS = 5_000;
const KEY_BYTES = 32;

export interface RedactionDeps {
  readonly repository: RedactionRepository;
  readonly sealing: Sealing;
  readonly now: () => number;
  readonly sleep: (milliseconds: number) => Promise<unknown>;
  /** Runs work after the answer is sent. */
  readonly background: (work: Promise<unknown>) => void;
  readonly randomBytes: (length: number) => Uint8Array;
}

/**
 * A project's redactor, together with recent values. The values are kept, because a later event can
 * send only a change (splice) of one of them.
 */
export interface ActiveRedaction {
  readonly redactor: Redactor;
  readonly values: RecentValues;
}

/**
 * A sentence that says what is wrong in the redaction settings. It begins with the name of the
 * wrong field.
 */
export type RedactionProblem = string;

export class ProjectRedaction {
  readonly #deps: RedactionDeps;
  #read:
    | { readonly until: number; readonly active: Promise<ActiveRedaction | undefined> }
    | undefined;
  #known: { readonly settings: string; readonly active: ActiveRedaction } | undefined;
  #counts = new Map<string, number>();
  #writing = false;

  constructor(deps: RedactionDeps) {
    this.#deps = deps;
  }

  /** Undefined if the project never had redaction settings. */
  active(): Promise<ActiveRedaction | undefined> {
    const now = this.#deps.now();
    if (this.#read === undefined || this.#read.until <= now) {
      const active = this.#load();
      this.#read = { until: now + SETTINGS_MS, active };
      active.catch(() => {
        this.#read = undefined;
      });
    }
    return this.#read.active;
  }

  async settings(): Promise<RedactionSettings> {
    const stored = await this.#deps.repository.get();
    return stored?.settings ?? { kinds: [], patterns: [], lists: [] };
  }

  async put(settings: RedactionSettings): Promise<Result<RedactionSettings, RedactionProblem>> {
    const problem = problemOf(settings);
    if (problem !== undefined) return failure(problem);
    const key = Buffer.from(this.#deps.randomBytes(KEY_BYTES)).toString("base64");
    await this.#deps.repository.put(settings, await this.#deps.sealing.seal(key));
    this.#read = undefined;
    return success(settings);
  }

  /** Redacts a sample text. Stores nothing. */
  async try(
    text: string,
    settings: RedactionSettings,
  ): Promise<Result<{ text: string; counts: ReadonlyMap<string, number> }, RedactionProblem>> {
    const problem = problemOf(settings);
    if (problem !== undefined) return failure(problem);
    const stored = await this.#deps.repository.get();
    const key = stored ? await this.#open(stored.sealedKey) : "example";
    const redactor = redactorOf(settings, key);
    const { text: made } = redactor.redact(text);
    return success({ text: made, counts: redactor.takeCounts() });
  }

  days(): Promise<RedactionDay[]> {
    return this.#deps.repository.counts(this.#deps.now());
  }

  /**
   * Counts the replacements that the redactor has made since the last call. The counts are stored
   * at most once every few seconds.
   *
   * @param isStored true if the request stored new events; otherwise, the replacements do not count
   */
  count({ redactor }: ActiveRedaction, isStored: boolean): void {
    const taken = redactor.takeCounts();
    for (const [kind, count] of isStored ? taken : []) {
      this.#counts.set(kind, (this.#counts.get(kind) ?? 0) + count);
    }
    if (this.#writing || this.#counts.size === 0) return;
    this.#writing = true;
    this.#deps.background(this.#writeCounts());
  }

  async #writeCounts(): Promise<void> {
    await this.#deps.sleep(COUNTS_MS);
    this.#writing = false;
    const counts = this.#counts;
    this.#counts = new Map();
    await this.#deps.repository.count(counts, this.#deps.now()).catch((error: unknown) => {
      logFailure("redactions were not counted", error, {});
    });
  }

  async #load(): Promise<ActiveRedaction | undefined> {
    const stored = await this.#deps.repository.get();
    if (stored === undefined) return undefined;
    const settings = JSON.stringify(stored);
    if (this.#known?.settings === settings) return this.#known.active;
    const redactor = redactorOf(stored.settings, await this.#open(stored.sealedKey));
    const active = { redactor, values: this.#known?.active.values ?? new RecentValues() };
    this.#known = { settings, active };
    return active;
  }

  async #open(sealedKey: string): Promise<string> {
    const opened = await this.#deps.sealing.open(sealedKey);
    // Throw an error here, because without the key the service would store values that are not
    // redacted.
    if (!opened.ok) throw new Error(`the redaction key cannot be decrypted: ${opened.fault}`);
    return opened.value;
  }
}

function problemOf({ patterns, lists }: RedactionSettings): RedactionProblem | undefined {
  const names = [...patterns, ...lists].map(({ name }) => name);
  const twice = names.find((name, place) => names.indexOf(name) !== place);
  if (twice !== undefined) {
    return `name: two patterns or lists have the name ${twice}. Give each its own name.`;
  }
  for (const [place, own] of patterns.entries()) {
    const made = patternFinder(own);
    if (!made.ok) return `patterns.${place}.pattern: ${made.fault.message} Change the pattern.`;
  }
  return undefined;
}

function redactorOf({ kinds, patterns, lists }: RedactionSettings, key: string): Redactor {
  const own: Finder[] = [];
  for (const each of patterns) {
    const made = patternFinder(each);
    if (made.ok) own.push(made.value);
  }
  if (lists.length > 0) own.push(wordFinder(lists));
  return new Redactor({ kinds, own }, (text) =>
    createHmac("sha256", key).update(text).digest("hex"),
  );
}
