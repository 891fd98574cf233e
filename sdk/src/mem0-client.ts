/** What the methods of mem0's hosted client do, which keeps its parts to itself. */
import type { ClientMethods } from "./client-methods.ts";
import { named, said, Told } from "./told.ts";

/** What of requests and answers is read. */
interface Row {
  id?: string;
  memory?: string;
  data?: { memory?: string } | null;
  content?: unknown;
  text?: string;
  event?: string;
  results?: readonly Row[];
}

const unit = ({ id, memory, data }: Row) => new Told(memory ?? data?.memory, { id });
const rowsOf = (answer: Row | readonly Row[]) =>
  Array.isArray(answer) ? answer : ((answer as Row).results ?? []);
const scope = (options: unknown) => new Told(options ?? {});

export const HOSTED: ClientMethods = {
  add: {
    category: "extraction",
    input: (messages: string | readonly Row[]) =>
      [messages]
        .flat()
        .map((message) => said(typeof message === "string" ? message : message.content)),
    // Where the service has only said that it will see to it, that is what came of it.
    output: (answer: Row | readonly Row[]) => {
      const rows = rowsOf(answer);
      return rows.length > 0 ? rows.map(unit) : new Told(answer);
    },
  },
  search: { category: "retrieval", input: (query: string) => new Told(query), output: found },
  getAll: { category: "retrieval", input: scope, output: found },
  get: { category: "retrieval", input: (memoryId: string) => scope({ memoryId }), output: unit },
  update: {
    category: "update",
    input: (id: string, { text }: Row) => (text ? [named(id), new Told(text)] : [named(id)]),
    output: (_: unknown, id: string, { text }: Row) => (text ? new Told(text, { id }) : named(id)),
  },
  delete: { category: "deletion", input: named },
  deleteAll: { category: "deletion", input: scope },
};

function found(answer: Row | readonly Row[]): Told[] {
  return rowsOf(answer).map(unit);
}
