/**
 * Reads messages of Claude Code sessions from transcripts, to which Claude Code appends JSON lines.
 */
import { type FileHandle, open, readdir } from "node:fs/promises";
import { join } from "node:path";
import { UsageError } from "../../local/command-line.ts";
import { readingProblem } from "../../local/input-file.ts";
import { MAX_NAME_CHARS, MAX_VALUE_CHARS } from "../../protocol/limits.ts";
import { withoutControls } from "./sections.ts";
import type { MemoryEvent } from "./unit-history.ts";

const CHUNK_BYTES = 1024 * 1024;
/** Maximum bytes of a line. A longer line is skipped. */
const MAX_LINE_BYTES = 8 * 1024 * 1024;
const NEWLINE = 0x0a;

interface ReadFile {
  offset: number;
  rest: Buffer;
  /** Number of lines read. It orders messages with equal times. */
  lines: number;
}

/**
 * Reads the transcripts in a folder. Each call of `added` reads only the lines that are new since
 * the last call.
 */
export class Transcripts {
  readonly #folder: string;
  readonly #graph: string;
  readonly #files = new Map<string, ReadFile>();
  readonly #sessions = new Set<string>();

  constructor(folder: string, graph: string) {
    this.#folder = folder;
    this.#graph = graph;
  }

  /**
   * Yields the events of new messages. Event ids come from the transcript, so the service ignores
   * repeated events.
   */
  async *added(): AsyncGenerator<MemoryEvent> {
    for (const name of (await this.names()).sort()) {
      if (!name.endsWith(".jsonl")) continue;
      for await (const [line, number] of this.#newLines(name)) yield* this.#eventsOf(line, number);
    }
  }

  /** @throws UsageError if the folder cannot be read */
  names(): Promise<string[]> {
    return readdir(this.#folder).catch((error: unknown) => {
      throw new UsageError(`${this.#folder}: ${readingProblem(this.#folder, error)}`);
    });
  }

  async *#newLines(name: string): AsyncGenerator<readonly [text: string, number: number]> {
    const known = this.#files.get(name) ?? { offset: 0, rest: Buffer.alloc(0), lines: 0 };
    this.#files.set(name, known);
    const file = await open(join(this.#folder, name)).catch(() => undefined);
    if (file === undefined) return;
    try {
      const { size } = await file.stat();
      if (size < known.offset) Object.assign(known, { offset: 0, rest: Buffer.alloc(0), lines: 0 });
      for await (const chunk of chunksOf(file, known)) {
        let text = Buffer.concat([known.rest, chunk]);
        for (let end = text.indexOf(NEWLINE); end >= 0; end = text.indexOf(NEWLINE)) {
          known.lines += 1;
          yield [text.subarray(0, end).toString("utf8"), known.lines];
          text = text.subarray(end + 1);
        }
        known.rest = text.length > MAX_LINE_BYTES ? Buffer.alloc(0) : Buffer.from(text);
      }
    } finally {
      await file.close();
    }
  }

  *#eventsOf(line: string, seq: number): Generator<MemoryEvent> {
    const said = messageIn(line);
    if (said === undefined) return;
    const { id, session, at, role, text, project } = said;
    const graph = this.#graph;
    if (!this.#sessions.has(session)) {
      this.#sessions.add(session);
      const about = { category: "conversation", metadata: { project } };
      yield { type: "session", id: `session ${session}`, graph, at, seq, session, ...about };
    }
    const value = { value: text.slice(0, MAX_VALUE_CHARS), length: text.length };
    const about = {
      category: "message",
      metadata: { speaker: role, time: new Date(at).toISOString() },
    };
    yield { type: "variable", id, ref: id, name: id, graph, at, seq, session, ...value, ...about };
  }
}

async function* chunksOf(file: FileHandle, known: ReadFile): AsyncGenerator<Buffer> {
  for (;;) {
    const { buffer, bytesRead } = await file.read(
      Buffer.alloc(CHUNK_BYTES),
      0,
      CHUNK_BYTES,
      known.offset,
    );
    if (bytesRead === 0) return;
    known.offset += bytesRead;
    yield buffer.subarray(0, bytesRead);
  }
}

interface Message {
  readonly id: string;
  readonly session: string;
  readonly at: number;
  readonly role: "user" | "assistant";
  readonly text: string;
  readonly project: string | undefined;
}

/** Returns the line's message; undefined for tool calls, tool results and summaries. */
function messageIn(line: string): Message | undefined {
  let entry: Record<string, unknown>;
  try {
    entry = Object(JSON.parse(line));
  } catch {
    return undefined;
  }
  const { type, uuid, sessionId, timestamp, message, cwd, isMeta, isSidechain } = entry;
  if ((type !== "user" && type !== "assistant") || isMeta === true || isSidechain === true)
    return undefined;
  const at = Date.parse(String(timestamp));
  const text = textIn(Object(message).content).trim();
  if (typeof uuid !== "string" || typeof sessionId !== "string" || Number.isNaN(at) || text === "")
    return undefined;
  const short = (id: string) => withoutControls(id).slice(0, MAX_NAME_CHARS);
  return {
    ...{ id: short(`${type} ${uuid}`), session: short(sessionId), at, role: type, text },
    project: typeof cwd === "string" ? cwd : undefined,
  };
}

function textIn(content: unknown): string {
  if (typeof content === "string") return content;
  if (!Array.isArray(content)) return "";
  return content
    .flatMap((part) => {
      const { type, text } = Object(part);
      return type === "text" && typeof text === "string" ? [text] : [];
    })
    .join("\n");
}
