/** An app with a small memory: traced functions store and search notes by key. */
import type { MemTrace } from "../../../sdk/src/index.ts";
import type { ReplayCopy, ReplayUnit } from "../../../sdk/src/replay/replay.ts";

export interface NotebookParts {
  /** Extracts the note from a message, or nothing. */
  readonly extract?: (message: string) => string | undefined;
  readonly answer?: (question: string, notes: readonly string[]) => string;
  /** Runs whenever the app answers. */
  readonly sideEffect?: () => unknown;
}

/**
 * Messages have the form `key: text`. A message replaces the note with its key; `key:` alone
 * deletes the note.
 */
export function notebook(
  memtrace: MemTrace,
  { extract = (message) => message, answer = firstNote, sideEffect }: NotebookParts = {},
  stored: readonly Pick<ReplayUnit, "id" | "text">[] = [],
) {
  const notes = new Map(stored.map(({ id, text }) => [id, text]));
  const read = memtrace.operation(
    "read",
    { category: "extraction", replay: { result: ([value]) => value?.text ?? "" } },
    (message: string) => extract(message) ?? "",
  );
  const keep = memtrace.operation(
    "keep",
    { category: "update", input: (value) => ({ value }), replay: {} },
    async (note: string): Promise<void> => {
      const [, key = "", text = ""] = /^(\w+): ?(.*)$/.exec(note) ?? [];
      await undefined;
      if (key === "") return;
      if (text === "") {
        if (notes.delete(key)) memtrace.delete(key);
        return;
      }
      notes.set(key, note);
      memtrace.variable(note, { name: key, category: "memory_entry" });
    },
  );
  const search = memtrace.operation(
    "search",
    {
      category: "retrieval",
      output: (note: string) => ({ name: note.split(":")[0], category: "memory_entry" }),
      replay: { result: (found) => found.map(({ text }) => text) },
    },
    (question: string) => [...notes.values()].filter((note) => sharesWord(question, note)),
  );
  const respond = memtrace.operation(
    "respond",
    { category: "answer", output: { class: "prediction" } },
    async (question: string, found: readonly string[]) => {
      await sideEffect?.();
      return answer(question, found);
    },
  );
  return {
    notes,
    say: async (message: string) => keep(read(message)),
    ask: (question: string) => respond(question, search(question)),
  };
}

export function copyOf(app: ReturnType<typeof notebook>): ReplayCopy {
  return {
    units: () => [...app.notes.values()].map((text) => ({ text })),
    // Writing takes a while, as in most stores.
    write: async ({ id, text }) => {
      await undefined;
      app.notes.set(id, text);
    },
    remove: async (id) => {
      await undefined;
      app.notes.delete(id);
    },
    message: ({ text }) => app.say(text),
    ask: ({ text }) => app.ask(text),
  };
}

/** Sends all messages, asks the question, and reports the answer as wrong. */
export async function converse(
  memtrace: MemTrace,
  app: ReturnType<typeof notebook>,
  messages: readonly string[],
  { question, expected, evidence }: { question: string; expected: string; evidence: number },
): Promise<string> {
  const said = messages.map((message, at) => ({ message, name: `said-${at}` }));
  for (const { message, name } of said) {
    memtrace.variable(message, { name, category: "message" });
    await app.say(message);
  }
  memtrace.variable(question, { name: "asked", class: "query" });
  const prediction = await app.ask(question);
  const score = prediction.includes(expected);
  const from = said[evidence]?.name ?? "";
  memtrace.verdict({ query: question, prediction, expected, score, evidence: [from] });
  return prediction;
}

function firstNote(_: string, [note]: readonly string[]): string {
  return note ?? "I do not know.";
}

function sharesWord(a: string, b: string): boolean {
  const words = new Set(b.toLowerCase().match(/\w{4,}/g));
  return (a.toLowerCase().match(/\w{4,}/g) ?? []).some((word) => words.has(word));
}
