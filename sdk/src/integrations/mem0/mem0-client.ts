/** `@memtrace/sdk/mem0-client`: traces `MemoryClient`, the client of mem0's hosted service. */
import type { MemTrace } from "../../core/client.ts";
import { keep } from "../../core/keep-latest.ts";
import { type ClientMethods, traceMethods } from "../client-methods.ts";
import { MemoryRecord, messageRecord, recordOf } from "../memory-record.ts";

/** The user, agent, app or run that owns a memory unit. */
interface Owners {
  userId?: unknown;
  agentId?: unknown;
  appId?: unknown;
  runId?: unknown;
}

/** The fields that this integration reads from requests and answers. */
interface Row extends Owners {
  id?: string;
  memoryId?: string;
  memory?: string;
  newMemory?: string | null;
  data?: { memory?: string } | null;
  content?: unknown;
  text?: string;
  results?: readonly Row[];
}
type Rows = Row | readonly Row[];

const OWNERS = ["userId", "agentId", "appId", "runId"] as const;

/**
 * Traces the public methods of a `MemoryClient` in place. A memory unit is named by its id. A bulk
 * deletion records only units that this process has seen.
 */
export function observeMem0Client<T extends object>(memtrace: MemTrace, client: T): T {
  /** Memory unit id → its owners. */
  const ownersById = new Map<string, Owners>();
  const unit = (row: Row, { userId, agentId, appId, runId }: Owners = row) => {
    const { id, memory, data } = row;
    if (id) keep(ownersById, id, { userId, agentId, appId, runId });
    return new MemoryRecord(memory ?? data?.memory, { id });
  };
  const found = (answer: Rows) => rowsOf(answer).map((row) => unit(row));
  /** Returns the ids of units in the running graph whose owners match all given owners. */
  const taken = (given: Owners) => {
    const isTheirs = (owners: Owners) =>
      OWNERS.every((key) => !given[key] || given[key] === owners[key]);
    const ids = [...ownersById].flatMap(([id, owners]) => (isTheirs(owners) ? [id] : []));
    return ids.filter((id) => memtrace.find(id));
  };
  const forget = {
    category: "deletion",
    input: (given: Owners = {}) => [optionsRecord(given), ...taken(given).map(recordOf)],
    output: (_: unknown, given: Owners = {}) => {
      for (const id of taken(given)) ownersById.delete(id);
      return [];
    },
  };
  return traceMethods(memtrace, client, {
    ...METHODS,
    add: {
      category: "extraction",
      input: (messages: string | readonly Row[]) =>
        [messages]
          .flat()
          .map((message) => messageRecord(typeof message === "string" ? message : message.content)),
      // If mem0's answer has no units, it only confirms the request. Record this confirmation.
      output: (answer: Rows, _: unknown, options: Owners = {}) => {
        const rows = rowsOf(answer);
        return rows.length > 0 ? rows.map((row) => unit(row, options)) : new MemoryRecord(answer);
      },
    },
    search: {
      category: "retrieval",
      input: (query: string) => new MemoryRecord(query),
      output: found,
    },
    getAll: { category: "retrieval", input: optionsRecord, output: found },
    get: { category: "retrieval", input: unitRequest, output: (row: Row) => unit(row) },
    deleteAll: forget,
    deleteUsers: forget,
  });
}

const optionsRecord = (options: unknown) => new MemoryRecord(options ?? {});
const unitRequest = (memoryId: string) => optionsRecord({ memoryId });
const rowsOf = (answer: Rows): readonly Row[] =>
  Array.isArray(answer) ? answer : ((answer as Row).results ?? []);

const METHODS: ClientMethods = {
  history: {
    category: "retrieval",
    input: unitRequest,
    output: (answer: Rows) => rowsOf(answer).map(({ newMemory }) => new MemoryRecord(newMemory)),
  },
  update: {
    category: "update",
    input: (id: string, { text }: Row) =>
      text ? [recordOf(id), new MemoryRecord(text)] : [recordOf(id)],
    output: (_: unknown, id: string, { text }: Row) =>
      text ? new MemoryRecord(text, { id }) : recordOf(id),
  },
  batchUpdate: {
    category: "update",
    input: (rows: readonly Row[]) =>
      rows.flatMap(({ memoryId, text }) => [recordOf(memoryId), new MemoryRecord(text)]),
    output: (_: unknown, rows: readonly Row[]) =>
      rows.map(({ memoryId: id, text }) => new MemoryRecord(text, { id, from: text })),
  },
  delete: { category: "deletion", input: recordOf },
  batchDelete: { category: "deletion", input: (ids: readonly string[]) => ids.map(recordOf) },
};
