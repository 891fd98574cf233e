/** With these types, an app declares how a replay can run it again on a copy of its memory. */
import type { MemTrace } from "../core/client.ts";
import type { ReplayOptions } from "../core/options.ts";
import type { AnyFunction } from "../core/trace-function.ts";
import type { ReplayValue } from "./plan.ts";

/** A memory unit of the recorded run, as it was before the first step of the replay. */
export interface ReplayUnit {
  id: string;
  text: string;
  category: string | null;
  metadata: Record<string, unknown> | null;
}

export interface Opening {
  /** Trace with this client. The app's own client would record the replay into the app's graphs. */
  memtrace: MemTrace;
  /** The recorded units. The copy must contain exactly these units. */
  units: readonly ReplayUnit[];
  /**
   * Wraps a function, so that the replay can return a recorded result instead of calling the
   * function. Use this for functions that an integration traces. A function that
   * `memtrace.operation` traces needs no `around`. `name` is the name of the recorded operation.
   */
  around<F extends AnyFunction>(name: string, options: ReplayOptions<F>, fn: F): F;
  /** Folder for the copy's files. The replay deletes it at the end. */
  folder: string;
}

/**
 * The app with a copy of its memory. The replay sends it the recorded messages and the question.
 */
export interface ReplayCopy {
  /**
   * Returns all units that the copy contains now. The replay compares their texts with the recorded
   * texts, so both must have the same form.
   */
  units(): readonly { text: string }[] | Promise<readonly { text: string }[]>;
  /** Writes a unit into the copy, or replaces the unit with this id. */
  write?(unit: { id: string; text: string }): unknown;
  remove?(id: string): unknown;
  message?(said: ReplayValue): unknown;
  ask(question: ReplayValue): string | Promise<string>;
  close?(): unknown;
}

export interface ReplayDeclaration {
  /** Starts the app with a copy of its memory. Called for the control run and the corrected run. */
  open(opening: Opening): ReplayCopy | Promise<ReplayCopy>;
  /**
   * Returns whether the answer is right. Default, as in experiments: right if it contains an
   * expected answer.
   */
  judge?(answer: string, expected: readonly string[], question: string): boolean | Promise<boolean>;
  /**
   * Returns whether an answer means the same as the recorded answer. Default: both have the same
   * words; case and punctuation do not count.
   */
  same?(answer: string, recorded: string): boolean;
  /**
   * Hosts that the app may connect to, usually those of its models: `api.example.com` or
   * `127.0.0.1:8080`.
   */
  reaches?: readonly string[];
  /** Paths outside the replay's folder that the app may write to, such as a library's cache. */
  writes?: readonly string[];
}
