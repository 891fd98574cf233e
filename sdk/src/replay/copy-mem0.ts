/** `@memtrace/sdk/replay-mem0`: copies a `mem0ai` memory for a replay. */
import { encode, isObject } from "../core/encode.ts";
import { observeMem0 } from "../integrations/mem0/mem0.ts";
import type { ReplayValue } from "./plan.ts";
import { ReplayRefused } from "./refused.ts";
import type { Opening, ReplayCopy } from "./replay.ts";

export interface Mem0CopyOptions {
  /** The owner that mem0 stores with each unit, such as `{ user_id: "ada" }`. */
  scope: Readonly<Record<string, string>>;
}

/** The functions of a copy that this module provides. The app must add `message` and `ask`. */
export type Mem0Copy = Required<Pick<ReplayCopy, "units" | "write" | "remove">>;

type Values = readonly ReplayValue[];
type Method = (...args: unknown[]) => unknown;

/** mem0 method → function that builds its result from memory units. */
const RESULTS: Readonly<Record<string, (values: Values) => unknown>> = {
  ...{ add: found, search: found, getAll: found },
  get: (values) => unitsOf(values)[0] ?? null,
  ...{ update: done, delete: done, deleteAll: done },
};
const MAX_UNITS = 100_000;

/**
 * Writes the recorded units into a new `Memory`. Traces it like `observeMem0`, so its methods can
 * return recorded results. The `Memory` must store its units in RAM or in the replay's folder.
 * @throws ReplayRefused if the `Memory` stores units elsewhere: the replay could change the app's
 * own memory
 */
export async function copyMem0<T extends object>(
  { memtrace, units, around, folder }: Opening,
  memory: T,
  { scope }: Mem0CopyOptions,
): Promise<Mem0Copy> {
  checkIsCopy(memory, folder);
  await methodOf(memory, "_ensureInitialized")();
  const write = (unit: { id: string; text: string }) => writeUnit(memory, unit, scope);
  for (const unit of units) await write(unit);
  const llm = partOf(memory, "llm");
  const asked = (messages: unknown) => [messages].flat().map(textOf);
  const extraction = { result: extracted, inputs: asked };
  replace(
    llm,
    "generateResponse",
    around("extract", extraction, methodOf(llm, "generateResponse")),
  );
  for (const [name, result] of Object.entries(RESULTS)) {
    const promised = async (values: Values) => result(values);
    replace(memory, name, around(name, { result: promised }, methodOf(memory, name)));
  }
  observeMem0(memtrace, memory);
  return {
    units: async () => {
      const listed = await methodOf(partOf(memory, "vectorStore"), "list")({}, MAX_UNITS);
      const [rows] = listed as [{ payload: { data: string } }[]];
      return rows.map(({ payload }) => ({ text: payload.data }));
    },
    write,
    remove: (id) => methodOf(memory, "deleteMemory")(id),
  };
}

/**
 * Checks that the memory stores everything in RAM or in the replay's folder. The sandbox does not
 * see writes by native code or by a server.
 */
function checkIsCopy(memory: object, folder: string): void {
  const { vectorStore, historyStore, disableHistory } = Object(Reflect.get(memory, "config"));
  const isHere = (path: unknown) => path === ":memory:" || `${path}`.startsWith(`${folder}/`);
  const { provider, config } = Object(vectorStore);
  if (provider !== "memory" || !isHere(Object(config).dbPath))
    throw new ReplayRefused(
      'The memory is not a copy: give it vectorStore: { provider: "memory", config: { dbPath: ":memory:", … } }',
    );
  if (!disableHistory && !isHere(Object(historyStore?.config).historyDbPath))
    throw new ReplayRefused("The memory is not a copy: give it disableHistory: true");
}

/** Writes a unit under its own id, with the fields that mem0 itself would add. */
async function writeUnit(
  memory: object,
  { id, text }: { id: string; text: string },
  scope: Readonly<Record<string, string>>,
): Promise<void> {
  const store = partOf(memory, "vectorStore");
  if (await methodOf(store, "get")(id)) {
    await methodOf(memory, "updateMemory")(id, text, {});
    return;
  }
  const insert = methodOf(store, "insert");
  replace(store, "insert", (vectors, _, payloads) => insert(vectors, [id], payloads));
  try {
    await methodOf(memory, "createMemory")(text, {}, { ...scope });
  } finally {
    replace(store, "insert", insert);
  }
  await methodOf(memory, "_linkEntitiesForMemory")(id, text, { ...scope });
}

/**
 * Returns the answer that mem0 gets in place of its model's answer. If the only value is a recorded
 * answer in mem0's JSON, returns it unchanged. For a correction, writes the given facts in the same
 * JSON format.
 */
async function extracted(values: Values): Promise<string> {
  const [first, second] = values;
  if (first !== undefined && second === undefined && factsIn(first.text)) return first.text;
  const facts = values.flatMap(({ text }) => factsIn(text) ?? [{ text }]);
  const memory = facts.map((fact, at) => ({ attributed_to: "user", ...fact, id: `${at}` }));
  return JSON.stringify({ memory });
}

function factsIn(text: string): object[] | undefined {
  try {
    const { memory } = Object(JSON.parse(text));
    return Array.isArray(memory) ? memory.filter(isObject) : undefined;
  } catch {
    return undefined;
  }
}

function found(values: Values): unknown {
  return { results: unitsOf(values) };
}

function unitsOf(values: Values): unknown[] {
  const units = values.filter(({ isUnit }) => isUnit);
  return units.map(({ name, text }) => ({ id: name, memory: text, score: 1 }));
}

function done(): unknown {
  return { message: "done" };
}

/**
 * Returns a message's text exactly as `observeMem0` records it. A different text would match no
 * recorded value.
 */
function textOf(message: unknown): string {
  const { content = message } = Object(message);
  return encode(content);
}

function partOf(object: object, name: string): object {
  return Object(Reflect.get(object, name));
}

function methodOf(object: object, name: string): Method {
  const method: unknown = Reflect.get(object, name);
  if (typeof method !== "function")
    throw new Error(`mem0 has no ${name}: only the memory of mem0ai 3 can be copied`);
  return (...args) => Reflect.apply(method, object, args);
}

function replace(object: object, name: string, value: Method): void {
  Object.defineProperty(object, name, { value, configurable: true, writable: true });
}
