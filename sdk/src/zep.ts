/** `@memtrace/sdk/zep`: traces the calls of a Zep client. */
import type { MemTrace } from "./client.ts";
import { type ClientMethods, Told, traceMethods } from "./client-methods.ts";

/** What of requests and answers is read. */
interface Entry {
  uuid?: string;
  content?: string;
  data?: string;
  fact?: string;
  summary?: string;
  name?: string;
  query?: string;
  episodes?: readonly string[];
  episodeIds?: readonly string[];
  invalidAt?: string;
  expiredAt?: string;
}
interface Found {
  context?: string;
  edges?: readonly Entry[];
  nodes?: readonly Entry[];
  observations?: readonly Entry[];
  episodes?: readonly Entry[];
}
interface Messages {
  messages?: readonly Entry[];
}

/** What a context is made of: the latest messages of its thread, and of so many threads. */
const MAX_MESSAGES = 50;
const MAX_THREADS = 1_000;

/**
 * Traces, in place, what goes into threads and graphs, and what is read, searched, changed and
 * deleted. Messages, episodes, facts and nodes are called by their uuids. What Zep extracts by
 * itself shows when it is first read, as made from the episodes that it names.
 */
export function observeZep<T extends object>(memtrace: MemTrace, client: T): T {
  // The client makes a new one each time that it is asked for it.
  const value: unknown = Reflect.get(client, "graph");
  Object.defineProperty(client, "graph", { value, configurable: true, writable: true });
  return traceMethods(memtrace, client, { ...threads(), ...GRAPH });
}

const said = (text: unknown) => new Told(text, { category: "message" });
const named = (id: string) => new Told(undefined, { id });
const episode = ({ uuid, content }: Entry) => new Told(content, { id: uuid, category: "episode" });
const fact = ({ uuid, fact, episodes, invalidAt, expiredAt }: Entry) => {
  const until = invalidAt ?? expiredAt;
  return new Told(until ? `${fact} (until ${until})` : fact, { id: uuid, from: episodes });
};
const node = ({ uuid, name, summary, episodes, episodeIds }: Entry) =>
  new Told(`${name}: ${summary}`, { id: uuid, from: episodes ?? episodeIds });
const found = ({ context, edges = [], nodes = [], observations = [], episodes = [] }: Found) => [
  ...edges.map(fact),
  ...[...nodes, ...observations].map(node),
  ...episodes.map(episode),
  ...(context ? [new Told(context)] : []),
];

/** Methods that read records, by the uuid of one or by whose they are. */
const reading = <A>(output: (answer: A) => Told | Told[]) => ({
  category: "retrieval",
  input: (id: string) => new Told(id),
  output,
});
const deleting = { category: "deletion", input: named };

const GRAPH: ClientMethods = {
  "graph.add": {
    category: "extraction",
    input: ({ data }: Entry) => said(data),
    output: ({ uuid, content }: Entry, { data }: Entry) =>
      episode({ uuid, content: content || data }),
  },
  "graph.addBatch": {
    category: "extraction",
    input: ({ episodes = [] }: { episodes?: readonly Entry[] }) =>
      episodes.map(({ data }) => said(data)),
    output: (episodes: readonly Entry[]) => episodes.map(episode),
  },
  "graph.addFactTriple": {
    category: "extraction",
    input: ({ fact }: Entry) => said(fact),
    output: ({ edge = {} }: { edge?: Entry }) => fact(edge),
  },
  "graph.search": {
    category: "retrieval",
    input: ({ query }: Entry) => new Told(query),
    output: found,
  },
  "graph.edge.get": reading(fact),
  "graph.edge.getByUserId": reading((edges: readonly Entry[]) => edges.map(fact)),
  "graph.edge.getByGraphId": reading((edges: readonly Entry[]) => edges.map(fact)),
  "graph.edge.update": {
    category: "update",
    input: (id: string, change: Entry) => [named(id), said(change.fact)],
    output: fact,
  },
  "graph.edge.delete": deleting,
  "graph.node.get": reading(node),
  "graph.node.getByUserId": reading((nodes: readonly Entry[]) => nodes.map(node)),
  "graph.node.getByGraphId": reading((nodes: readonly Entry[]) => nodes.map(node)),
  "graph.node.update": {
    category: "update",
    input: (id: string, change: Entry) => [named(id), said(change.summary)],
    output: node,
  },
  "graph.node.delete": deleting,
  "graph.episode.get": reading(episode),
  "graph.episode.getByUserId": reading(found),
  "graph.episode.getByGraphId": reading(found),
  "graph.episode.getNodesAndEdges": reading(found),
  "graph.episode.delete": deleting,
};

function threads(): ClientMethods {
  const messagesOf = new Map<string, string[]>();
  const known = (thread: string) => {
    const ids = messagesOf.get(thread) ?? [];
    return ids.length > 0 ? ids.map(named) : new Told(thread);
  };
  const addMessages = {
    category: "extraction",
    input: (_: string, { messages = [] }: Messages) => messages.map(({ content }) => said(content)),
    output: (
      { messageUuids = [], context }: { messageUuids?: readonly string[]; context?: string },
      thread: string,
      { messages = [] }: Messages,
    ) => {
      if (messagesOf.size >= MAX_THREADS) messagesOf.clear();
      const ids = [...(messagesOf.get(thread) ?? []), ...messageUuids];
      messagesOf.set(thread, ids.slice(-MAX_MESSAGES));
      const stored = messages.map(({ content }, index) =>
        episode({ uuid: messageUuids[index], content }),
      );
      return context ? [...stored, new Told(context)] : stored;
    },
  };
  return {
    "thread.addMessages": addMessages,
    "thread.addMessagesBatch": addMessages,
    "thread.getUserContext": {
      category: "retrieval",
      input: known,
      output: ({ context }: Found) => (context ? new Told(context) : []),
    },
    "thread.get": reading(({ messages = [] }: Messages) => messages.map(episode)),
    "thread.delete": { category: "deletion", input: known },
  };
}
