/**
 * `@memtrace/sdk/mem0-client`: traces the client of mem0's hosted service by its public methods.
 */
import type { MemTrace } from "../../core/client.ts";
import { keep } from "../../core/keep-latest.ts";
import { type ClientMethods, traceMethods } from "../client-methods.ts";
import { named, said, Told } from "../memory-record.ts";

/** The owners of a memory unit. */
interface Scope {
  userId?: unknown;
  agentId?: unknown;
  appId?: unknown;
  runId?: unknown;
}

/** The fields that we read of requests and answers. */
interface Row extends Scope {
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
 * Traces a `MemoryClient` in place, by its public methods. A memory unit is named by its id. A bulk
 * deletion marks only the units that this process has seen.
 */
export function observeMem0Client<T extends object>(memtrace: MemTrace, client: T): T {
  /** The owners of each unit, by unit id. */
  const scopes = new Map<string, Scope>();
  const unit = (row: Row, { userId, agentId, appId, runId }: Scope = row) => {
    const { id, memory, data } = row;
    if (id) keep(scopes, id, { userId, agentId, appId, runId });
    return new Told(memory ?? data?.memory, { id });
  };
  const found = (answer: Rows) => rowsOf(answer).map((row) => unit(row));
  /** Units of the running graph that match every given owner. */
  const taken = (given: Scope) => {
    const isTheirs = (scope: Scope) =>
      OWNERS.every((key) => !given[key] || given[key] === scope[key]);
    const ids = [...scopes].flatMap(([id, scope]) => (isTheirs(scope) ? [id] : []));
    return ids.filter((id) => memtrace.find(id));
  };
  const forget = {
    category: "deletion",
    input: (given: Scope = {}) => [told(given), ...taken(given).map(named)],
    output: (_: unknown, given: Scope = {}) => {
      for (const id of taken(given)) scopes.delete(id);
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
          .map((message) => said(typeof message === "string" ? message : message.content)),
      // If the service only confirms the request, record the confirmation.
      output: (answer: Rows, _: unknown, options: Scope = {}) => {
        const rows = rowsOf(answer);
        return rows.length > 0 ? rows.map((row) => unit(row, options)) : new Told(answer);
      },
    },
    search: { category: "retrieval", input: (query: string) => new Told(query), output: found },
    getAll: { category: "retrieval", input: told, output: found },
    get: { category: "retrieval", input: asked, output: (row: Row) => unit(row) },
    deleteAll: forget,
    deleteUsers: forget,
  });
}

const told = (options: unknown) => new Told(options ?? {});
const asked = (memoryId: string) => told({ memoryId });
const rowsOf = (answer: Rows): readonly Row[] =>
  Array.isArray(answer) ? answer : ((answer as Row).results ?? []);

const METHODS: ClientMethods = {
  history: {
    category: "retrieval",
    input: asked,
    output: (answer: Rows) => rowsOf(answer).map(({ newMemory }) => new Told(newMemory)),
  },
  update: {
    category: "update",
    input: (id: string, { text }: Row) => (text ? [named(id), new Told(text)] : [named(id)]),
    output: (_: unknown, id: string, { text }: Row) => (text ? new Told(text, { id }) : named(id)),
  },
  batchUpdate: {
    category: "update",
    input: (rows: readonly Row[]) =>
      rows.flatMap(({ memoryId, text }) => [named(memoryId), new Told(text)]),
    output: (_: unknown, rows: readonly Row[]) =>
      rows.map(({ memoryId: id, text }) => new Told(text, { id, from: text })),
  },
  delete: { category: "deletion", input: named },
  batchDelete: { category: "deletion", input: (ids: readonly string[]) => ids.map(named) },
};
