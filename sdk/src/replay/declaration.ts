/** How an app declares that a replay can run the app again over a copy of its memory. */
import type { MemTrace } from "../core/client.ts";
import type { ReplayOptions } from "../core/options.ts";
import type { AnyFunction } from "../core/trace-function.ts";
import type { ReplayValue } from "./plan.ts";

/** A recorded memory unit. */
export interface ReplayUnit {
  id: string;
  text: string;
  category: string | null;
  metadata: Record<string, unknown> | null;
}

export interface Opening {
  /** Trace with this client. The app's own client would record into its own graphs. */
  memtrace: MemTrace;
  /** The units that the copy must hold. */
  units: readonly ReplayUnit[];
  /**
   * Wraps a function so that the replay controls its calls. Use it for functions that an
   * integration traces. Functions that `memtrace.operation` wraps need no further wrapping. `name`
   * is the recorded operation's name.
   */
  around<F extends AnyFunction>(name: string, options: ReplayOptions<F>, fn: F): F;
  /** Folder for the copy's files. The replay deletes the folder afterwards. */
  folder: string;
}

/** The app, running over a copy of its memory. */
export interface ReplayCopy {
  /** The copy's current units, with the texts that are recorded for them. */
  units(): readonly { text: string }[] | Promise<readonly { text: string }[]>;
  /** Writes a unit into the copy, and replaces a unit with the same id. */
  write?(unit: { id: string; text: string }): unknown;
  remove?(id: string): unknown;
  /** Handles a recorded message as the app does. */
  message?(said: ReplayValue): unknown;
  /** Answers a recorded question as the app does. */
  ask(question: ReplayValue): string | Promise<string>;
  close?(): unknown;
}

export interface ReplayDeclaration {
  /** Makes an instance of the app over a copy of its memory. Called once for each run. */
  open(opening: Opening): ReplayCopy | Promise<ReplayCopy>;
  /**
   * Whether the answer is right. By default, an answer that contains an expected answer is right,
   * as in experiments.
   */
  judge?(answer: string, expected: readonly string[], question: string): boolean | Promise<boolean>;
  /**
   * Whether an answer equals the recorded answer. Default: the same words; case and punctuation do
   * not count.
   */
  same?(answer: string, recorded: string): boolean;
  /** Hosts that the app may reach, usually its models: `api.example.com` or `127.0.0.1:8080`. */
  reaches?: readonly string[];
  /**
   * Paths outside of the replay's folder that the app may write, for example a library's own cache.
   */
  writes?: readonly string[];
}
