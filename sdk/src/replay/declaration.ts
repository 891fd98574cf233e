/** What an app says of itself, so that it can be run again over a copy of its memory. */
import type { MemTrace } from "../core/client.ts";
import type { ReplayOptions } from "../core/options.ts";
import type { AnyFunction } from "../core/trace-function.ts";
import type { ReplayValue } from "./plan.ts";

/** A unit of the memory as it was recorded. */
export interface ReplayUnit {
  id: string;
  text: string;
  category: string | null;
  metadata: Record<string, unknown> | null;
}

export interface Opening {
  /** The client to trace with: the app's own would record into its own graphs. */
  memtrace: MemTrace;
  /** What the copy has to hold. */
  units: readonly ReplayUnit[];
  /**
   * The function as the replay calls it, for what an integration traces and `memtrace.operation`
   * does not wrap. `name` is that of the recorded operation.
   */
  around<F extends AnyFunction>(name: string, options: ReplayOptions<F>, fn: F): F;
  /** Where files of the copy may be written; deleted afterwards. */
  folder: string;
}

/** The app over a copy of its memory. */
export interface ReplayCopy {
  /** What the copy holds now, in the texts that are recorded of it. */
  units(): readonly { text: string }[] | Promise<readonly { text: string }[]>;
  /** Puts a unit into the copy, in place of one with the same id. */
  write?(unit: { id: string; text: string }): unknown;
  remove?(id: string): unknown;
  /** Handles a recorded message as the app does. */
  message?(said: ReplayValue): unknown;
  /** Answers a recorded question as the app does. */
  ask(question: ReplayValue): string | Promise<string>;
  close?(): unknown;
}

export interface ReplayDeclaration {
  /** Makes an instance of the app over a copy of its memory; called once for each run. */
  open(opening: Opening): ReplayCopy | Promise<ReplayCopy>;
  /** Whether the answer is right; by default whether it states an expected one, as experiments do. */
  judge?(answer: string, expected: readonly string[], question: string): boolean | Promise<boolean>;
  /** Whether an answer is the recorded one; by default the same words, whatever case and punctuation. */
  same?(answer: string, recorded: string): boolean;
  /** Hosts that it may reach, `api.example.com` or `127.0.0.1:8080`: those of its models. */
  reaches?: readonly string[];
  /** Paths outside of its folder that it may write, for example a library's own cache. */
  writes?: readonly string[];
}
