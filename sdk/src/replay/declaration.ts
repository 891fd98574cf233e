/** How an app declares that a replay is allowed to run it again, on a copy of its memory. */
import type { MemTrace } from "../core/client.ts";
import type { ReplayOptions } from "../core/options.ts";
import type { AnyFunction } from "../core/trace-function.ts";
import type { ReplayValue } from "./plan.ts";

/** A memory unit as it was recorded before the corrected operation. */
export interface ReplayUnit {
  id: string;
  text: string;
  category: string | null;
  metadata: Record<string, unknown> | null;
}

export interface Opening {
  /**
   * Use this client to trace. The app's own client would record the replay into the app's own
   * graphs.
   */
  memtrace: MemTrace;
  /** The recorded units. The copy must contain exactly these units. */
  units: readonly ReplayUnit[];
  /**
   * Wraps a function so that the replay can return a recorded result instead of calling it. Needed
   * for functions that an integration traces. Functions wrapped by `memtrace.operation` already
   * work. `name` is the name of the recorded operation.
   */
  around<F extends AnyFunction>(name: string, options: ReplayOptions<F>, fn: F): F;
  /** Folder for the copy's files. The replay deletes the folder at its end. */
  folder: string;
}

/**
 * The app with a copy of its memory. The replay sends it the recorded messages and the question.
 */
export interface ReplayCopy {
  /**
   * Returns the copy's current units. Each text must be the text that the trace records for the
   * unit.
   */
  units(): readonly { text: string }[] | Promise<readonly { text: string }[]>;
  /** Writes a unit into the copy. If a unit with the same id exists, replaces it. */
  write?(unit: { id: string; text: string }): unknown;
  remove?(id: string): unknown;
  /** Gives a recorded message to the app. */
  message?(said: ReplayValue): unknown;
  /** Asks the app a recorded question and returns the answer. */
  ask(question: ReplayValue): string | Promise<string>;
  close?(): unknown;
}

export interface ReplayDeclaration {
  /** Starts the app with a copy of its memory. Called once for each of the two runs. */
  open(opening: Opening): ReplayCopy | Promise<ReplayCopy>;
  /**
   * Returns whether the answer is right. By default, an answer is right if it contains an expected
   * answer, as in experiments.
   */
  judge?(answer: string, expected: readonly string[], question: string): boolean | Promise<boolean>;
  /**
   * Returns whether an answer means the same as the recorded answer. By default, both must have the
   * same words; case and punctuation do not count.
   */
  same?(answer: string, recorded: string): boolean;
  /**
   * Hosts that the app is allowed to connect to, usually the hosts of its models: `api.example.com`
   * or `127.0.0.1:8080`.
   */
  reaches?: readonly string[];
  /**
   * Paths outside the replay's folder that the app is allowed to write to, for example a library's
   * cache.
   */
  writes?: readonly string[];
}
