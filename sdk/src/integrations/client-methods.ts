/**
 * Traces a memory service's client; a table describes its methods. The SDK records each record of
 * the service as a variable. The variable's name is the id that the record has in the service. So
 * an update becomes a new version of this variable, and a repeated read finds this variable again.
 */

import type { MemTrace } from "../core/client.ts";
import { isObject } from "../core/encode.ts";
import type { CallTrace } from "../core/trace-function.ts";
import type { Description } from "../record/variable.ts";
import { partAt, replaceMethod } from "./instrument.ts";
import { MemoryRecord } from "./memory-record.ts";
import type { RunningCalls } from "./running-calls.ts";
import { watchAnswer } from "./watched-answer.ts";

/**
 * What a call reads from or writes to the memory. `undefined` means that the call does not use the
 * memory. Then no operation is recorded.
 */
type Read = MemoryRecord | readonly MemoryRecord[] | undefined;

/** How one method uses the memory. The functions read the method's arguments and answer. */
interface ClientMethod {
  readonly category: string;
  readonly input: (...args: never[]) => Read;
  /**
   * Returns the records that the call created or found. If there are none, the operation's result
   * is a marker that says "nothing" or "deleted".
   */
  readonly output?: (answer: never, ...args: never[]) => Read;
  /**
   * Runs inside the call's operation. It records steps that the service made for this call, such as
   * an agent's tool calls.
   */
  readonly inside?: (answer: never, ...args: never[]) => void;
  /** Ends the call when a streamed answer has ended. Needed only for methods that stream. */
  readonly settle?: (answer: never, call: CallTrace) => void;
}

/**
 * The recorder stores a list with more elements than this as one value. So `begin` splits longer
 * lists.
 */
const LIST = 50;

export type ClientMethods = Readonly<Record<string, ClientMethod>>;

/**
 * Traces those methods of the table that the client has. Pass `calls` if these methods call each
 * other: an inner call then gets no operation of its own and belongs to the outer call.
 */
export function traceMethods<T extends object>(
  memtrace: MemTrace,
  client: T,
  methods: ClientMethods,
  calls?: RunningCalls,
): T {
  for (const [path, method] of Object.entries(methods)) {
    if (typeof partAt(client, path.split(".")) !== "function") continue;
    replaceMethod(
      memtrace,
      client,
      path,
      (original) =>
        function traced(this: unknown, ...args: unknown[]) {
          const send = () => Reflect.apply(original, this, args);
          const begun =
            memtrace.enabled && !calls?.running && beginMethod(memtrace, path, method, args);
          const call = begun && (calls?.follow(begun, true) ?? begun);
          return call ? watchAnswer(call, send, method.settle) : send();
        },
    );
  }
  return client;
}

function beginMethod(
  memtrace: MemTrace,
  name: string,
  { category, input, output = () => [], inside }: ClientMethod,
  args: unknown[],
): CallTrace | undefined {
  const given = read(input, args);
  const call = given && begin(memtrace, name, category, given);
  if (!call) return undefined;
  const end = (answer: unknown) => {
    if (inside) call.inside(() => read(inside, [answer, ...args]));
    const records = read(output, [answer, ...args]);
    if (records) call.end(records);
  };
  return { ...call, end };
}

/** Begins an operation whose inputs and results are memory records. */
export function begin(
  memtrace: MemTrace,
  name: string,
  category: string,
  input: readonly unknown[],
): CallTrace | undefined {
  // If another process recorded a unit, this process may know only the unit's id and not its text.
  // Leave out such a unit. In a deletion, keep it, because a deletion needs only the id.
  const isRecordable = (one: unknown) =>
    !(one instanceof MemoryRecord) ||
    one.text !== undefined ||
    (one.id && (category === "deletion" || memtrace.find(one.id)));
  const side = { input: described, output: described };
  const call = memtrace.begin({ name, category, ...side }, input.filter(isRecordable));
  const end = (answer: unknown) => {
    const found = [answer].flat().filter(isRecordable);
    for (const one of found) {
      if (!(one instanceof MemoryRecord)) continue;
      // The memory service can create or change a record after the call that added the messages. If
      // a search returns such a record, first record an operation that made the record.
      if (category === "retrieval") recordOrigin(memtrace, one, true);
      else if (one.from.length > 0) call?.inside(() => recordOrigin(memtrace, one, false));
    }
    const lists = Array.from({ length: Math.ceil(found.length / LIST) }, (_, index) =>
      found.slice(index * LIST, (index + 1) * LIST),
    );
    call?.end(lists.length > 1 ? lists : lists[0]);
  };
  return call && { ...call, end };
}

/**
 * Returns the records that `reader` finds in the arguments. If `reader` does not know their shape
 * and throws, returns the first argument as it is.
 */
function read(reader: (...args: never[]) => unknown, args: unknown[]): unknown[] | undefined {
  try {
    const records: unknown = Reflect.apply(reader, undefined, args);
    return records === undefined ? undefined : [records].flat();
  } catch {
    return args.slice(0, 1);
  }
}

function described({ text, id, category }: MemoryRecord): Description {
  return { name: id, value: text ?? id, category, reference: text === undefined };
}

function recordOrigin(
  memtrace: MemTrace,
  { text, id, category, from }: MemoryRecord,
  isNewOperation: boolean,
): void {
  if (!id || text === undefined) return;
  const before = memtrace.find(id);
  const sources = [before, ...from.map((source) => memtrace.find(source))].filter(isObject);
  if (sources.length === 0 || before?.text === text) return;
  const [operation, kind] = before ? ["update", "update"] : ["extract", "extraction"];
  const unit = memtrace.variable(text, { name: id, category });
  memtrace.link(sources, unit, isNewOperation ? { operation, category: kind } : {});
}
