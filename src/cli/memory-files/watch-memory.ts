/** Watches a folder, and sends the changes after the files stop changing. */
import { type FSWatcher, watch } from "node:fs";
import { basename, resolve } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import type { ProjectClient } from "../../local/client/project-client.ts";
import { UnreachableService } from "../../local/client/requests.ts";
import { EXIT } from "../command.ts";
import type { Terminal } from "../terminal.ts";
import { harmless } from "../text/shown-text.ts";
import { changesSince, type FolderContent, readFolder } from "./folder.ts";
import { folderMoment, resumedHistory } from "./import-memory.ts";
import { noteSkipped } from "./run-import.ts";
import { ServiceMemory } from "./service-memory.ts";
import { Transcripts } from "./transcripts.ts";
import type { FileChange, MemoryEvent, UnitHistory } from "./unit-history.ts";

interface GivenWatch {
  readonly path: string;
  readonly graph?: string | undefined;
  readonly user?: string | undefined;
  readonly transcripts?: string | undefined;
  readonly settleMs: number;
  readonly once: boolean;
  readonly json: boolean;
}

/**
 * Milliseconds between two checks of the folder if no change is reported. Some file systems report
 * no changes.
 */
const LOOK_EVERY_MS = 5_000;

export async function watchMemory(
  api: ProjectClient,
  given: GivenWatch,
  terminal: Terminal,
): Promise<number> {
  const memory = new ServiceMemory(api, given.graph ?? basename(resolve(given.path)));
  // An unreadable folder must fail before anything is sent.
  const content = await readFolder(given.path);
  const transcripts =
    given.transcripts === undefined ? undefined : new Transcripts(given.transcripts, memory.graph);
  await transcripts?.names();
  const history = await resumedHistory(memory);
  const watching = new Watching(given, memory, history, transcripts, terminal);
  noteSkipped(content.skipped, terminal);
  const isNew = await watching.record();
  if (given.once) {
    if (!isNew) terminal.note("Nothing is new.");
    return EXIT.done;
  }
  const stop = new AbortController();
  const ended = () => stop.abort();
  process.once("SIGINT", ended).once("SIGTERM", ended);
  terminal.note(`Watching ${given.path} as the graph ${memory.graph}. Press Ctrl-C to stop.`);
  try {
    await watching.untilStopped(stop.signal);
  } finally {
    process.off("SIGINT", ended).off("SIGTERM", ended);
  }
  return EXIT.done;
}

class Watching {
  readonly #given: GivenWatch;
  readonly #memory: ServiceMemory;
  readonly #terminal: Terminal;
  readonly #transcripts: Transcripts | undefined;
  readonly #history: UnitHistory;
  /** Events that the service has not received yet. */
  #waiting: MemoryEvent[] = [];
  #lastAt = 0;
  #isKnown: boolean;

  constructor(
    given: GivenWatch,
    memory: ServiceMemory,
    history: UnitHistory,
    transcripts: Transcripts | undefined,
    terminal: Terminal,
  ) {
    this.#given = given;
    this.#memory = memory;
    this.#history = history;
    this.#transcripts = transcripts;
    this.#terminal = terminal;
    this.#isKnown = history.files.size > 0;
  }

  /** Runs until the signal is aborted, and then checks the folder once more. */
  async untilStopped(signal: AbortSignal): Promise<void> {
    const { path, settleMs } = this.#given;
    let woken: () => void = () => undefined;
    const watcher = changesOf(path, () => woken());
    try {
      while (!signal.aborted) {
        const pause = new AbortController();
        woken = () => pause.abort();
        signal.addEventListener("abort", woken);
        await wait(LOOK_EVERY_MS, undefined, { signal: pause.signal }).catch(() => undefined);
        signal.removeEventListener("abort", woken);
        if (signal.aborted) break;
        // Wait until no file changes any more: another program may be in the middle of writing one.
        await this.#quiet(settleMs, signal);
        await this.record().catch((error: unknown) => this.#postpone(error));
      }
    } finally {
      watcher?.close();
    }
    await this.record();
  }

  /**
   * Sends the new changes and earlier unsent events.
   * @returns false if there was nothing to send
   */
  async record(): Promise<boolean> {
    const content = await readFolder(this.#given.path);
    const changes = changesSince(this.#history, content);
    this.#lastAt = Math.max(this.#lastAt + 1, Date.now());
    const message = changes.map(describe).join("\n");
    const events = this.#history.apply(folderMoment(this.#lastAt, message), changes);
    for await (const event of this.#transcripts?.added() ?? []) this.#waiting.push(event);
    this.#waiting.push(...events);
    const isNew = this.#waiting.length > 0;
    if (isNew) await this.#send();
    if (events.length > 0) this.#tell(changes, events.length);
    return isNew;
  }

  async #send(): Promise<void> {
    const about = this.#isKnown ? [] : [this.#memory.graphEvent(this.#lastAt, this.#given.user)];
    const sent = [...about, ...this.#waiting];
    await this.#memory.send(sent);
    this.#isKnown = true;
    this.#waiting = [];
  }

  async #quiet(settleMs: number, signal: AbortSignal): Promise<void> {
    const { path } = this.#given;
    let before = stateOf(await readFolder(path));
    while (!signal.aborted) {
      await wait(settleMs, undefined, { signal }).catch(() => undefined);
      const now = stateOf(await readFolder(path));
      if (now === before) return;
      before = now;
    }
  }

  #tell(changes: readonly FileChange[], events: number): void {
    const { json } = this.#given;
    const at = new Date(this.#lastAt).toISOString();
    if (json) this.#terminal.printJson({ at, changes: changes.map(told), events }, 0);
    else for (const change of changes) this.#terminal.print(`${at}  ${harmless(describe(change))}`);
  }

  /** Keeps the events if the service is unreachable. The next check of the folder sends them. */
  #postpone(error: unknown): void {
    if (!(error instanceof UnreachableService)) throw error;
    this.#terminal.note(`${error.message} ${this.#waiting.length} events are not sent yet.`);
  }
}

function changesOf(path: string, onChange: () => void): FSWatcher | undefined {
  try {
    const watcher = watch(path, { recursive: true }, onChange);
    return watcher.on("error", () => watcher.close());
  } catch {
    return undefined;
  }
}

function stateOf({ files, changedAt }: FolderContent): string {
  return JSON.stringify([changedAt, [...files].map(([path, text]) => [path, text.length])]);
}

function told(change: FileChange) {
  const { kind, path } = change;
  return change.kind === "rename" ? { kind, path, from: change.from } : { kind, path };
}

function describe(change: FileChange): string {
  if (change.kind === "rename") return `rename ${change.from} to ${change.path}`;
  return `${change.kind} ${change.path}`;
}
