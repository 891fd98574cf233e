/**
 * Traces the client of a memory service by a table of its methods. Records of the service go by the
 * ids that it gave them, so that an update is a version, and a row that is read again the same unit.
 */
import type { MemTrace } from "./client.ts";
import { encode, isObject } from "./encode.ts";
import { replaceMethod } from "./instrument.ts";
import type { CallTrace } from "./trace-function.ts";
import type { Description } from "./variable.ts";
import { watchAnswer } from "./watched-answer.ts";

/** What a service was told or tells: a record of its own, or a text. */
export class Told {
  /** What it says; without it, what it said last. */
  readonly text: string | undefined;
  /** What the service calls it; without one it goes by its text. */
  readonly id: string | undefined;
  readonly category: string | undefined;
  /** Ids of the records that the service made it from by itself. */
  readonly from: readonly string[];

  constructor(
    text: unknown,
    { id, category, from }: { id?: unknown; category?: string; from?: unknown } = {},
  ) {
    this.text = textOf(text);
    this.id = textOf(id) || undefined;
    this.category = category ?? (this.id && "memory_entry");
    this.from = [from].flat().filter((source) => typeof source === "string");
  }
}

/** What a method does to the memory, read off its arguments and its answer. */
interface ClientMethod {
  readonly category: string;
  readonly input: (...args: never[]) => Told | readonly Told[];
  /** What came of it or was found; where that is nothing, the operation ends in a marker. */
  readonly output?: (answer: never, ...args: never[]) => Told | readonly Told[];
  /** Tells, inside the operation, of the operations that the service made of it. */
  readonly inside?: (answer: never, ...args: never[]) => void;
  /** Makes an answer of the pieces of a stream. */
  readonly whole?: (pieces: readonly unknown[]) => unknown;
}

export type ClientMethods = Readonly<Record<string, ClientMethod>>;

/** Traces those methods of the table that the client has, in place, each under its path. */
export function traceMethods<T extends object>(
  memtrace: MemTrace,
  client: T,
  methods: ClientMethods,
): T {
  for (const [path, method] of Object.entries(methods)) {
    if (typeof at(client, path) !== "function") continue;
    replaceMethod(
      client,
      path,
      (original) =>
        new Proxy(original, {
          apply(target, self, args: unknown[]): unknown {
            const send = () => Reflect.apply(target, self, args);
            const call = beginning(memtrace, path, method, args);
            return call ? watchAnswer(call, send, method.whole) : send();
          },
        }),
    );
  }
  return client;
}

/** Records an operation that the answer of another one tells of. */
export function tell(
  memtrace: MemTrace,
  { name, category }: { name: string; category: string },
  input: readonly unknown[],
  output: readonly unknown[],
): void {
  begin(memtrace, name, category, input)?.end(output);
}

function beginning(
  memtrace: MemTrace,
  name: string,
  { category, input, output, inside }: ClientMethod,
  args: unknown[],
): CallTrace | undefined {
  const call = memtrace.enabled && begin(memtrace, name, category, read(input, args));
  if (!call) return undefined;
  const end = (answer: unknown) => {
    if (inside) call.inside(() => read(inside, [answer, ...args]));
    call.end(output ? read(output, [answer, ...args]) : []);
  };
  return { ...call, end };
}

function begin(
  memtrace: MemTrace,
  name: string,
  category: string,
  input: readonly unknown[],
): CallTrace | undefined {
  // What another process recorded is only told of where it ends: nobody here knows what it says.
  const given = input.filter(
    (one) =>
      !(one instanceof Told) || one.text !== undefined || isTellable(memtrace, category, one),
  );
  const call = memtrace.begin({ name, category, input: described, output: described }, given);
  if (call && category === "retrieval") {
    const end = (found: unknown) => {
      for (const one of [found].flat()) if (one instanceof Told) tellOrigin(memtrace, one);
      call.end(found);
    };
    return { ...call, end };
  }
  return call;
}

function isTellable(memtrace: MemTrace, category: string, { id }: Told): boolean {
  return Boolean(id) && (category === "deletion" || memtrace.find(id) !== undefined);
}

/** An answer that is not what the table expects is recorded as it is. */
function read(reader: (...args: never[]) => unknown, args: unknown[]): unknown[] {
  try {
    return [Reflect.apply(reader, undefined, args)].flat();
  } catch {
    return args.slice(0, 1);
  }
}

function described({ text, id, category }: Told): Description {
  return { name: id, value: text ?? id, category, reference: text === undefined };
}

/** What the service made or changed by itself shows when it is read: as an operation of its own. */
function tellOrigin(memtrace: MemTrace, { text, id, category, from }: Told): void {
  if (!id || text === undefined) return;
  const before = memtrace.find(id);
  const sources = [before, ...from.map((source) => memtrace.find(source))].filter(isObject);
  if (sources.length === 0 || before?.text === text) return;
  const [operation, kind] = before ? ["update", "update"] : ["extract", "extraction"];
  const unit = memtrace.variable(text, { name: id, category });
  memtrace.link(sources, unit, { operation, category: kind });
}

function at(client: object, path: string): unknown {
  return path.split(".").reduce<unknown>((owner, step) => Reflect.get(Object(owner), step), client);
}

function textOf(value: unknown): string | undefined {
  return value === undefined || value === null ? undefined : encode(value);
}
