/** `@memtrace/sdk/zep`: traces the calls of a Zep client. */
import type { MemTrace } from "../../core/client.ts";
import { type ClientMethods, traceMethods } from "../client-methods.ts";
import { MemoryRecord, messageRecord, recordOf, requestFor } from "../memory-record.ts";
import { OwnedRecords } from "../owned-records.ts";

/** The fields that this integration reads from requests and answers. */
interface Entry {
  uuid?: string;
  content?: string;
  data?: string;
  fact?: string;
  summary?: string;
  name?: string;
  userId?: string;
  graphId?: string;
  threadId?: string;
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
interface Batch {
  userId?: string;
  graphId?: string;
  episodes?: readonly Entry[];
}
interface Messages {
  messages?: readonly Entry[];
}

/**
 * When the app requests the context of a thread, it sends no query, because Zep uses the latest
 * messages of the thread as the query. At most this many messages are recorded as the query.
 */
const MAX_MESSAGES = 50;

/**
 * Traces the client's calls in place: additions, reads, searches, changes and deletions in threads
 * and graphs. Each message, episode, fact and node is recorded with its uuid as its name. Zep
 * extracts facts later, by itself, and no call shows this. So when the app first reads a fact, this
 * integration records an extraction. Its links lead from the episodes that Zep names to the fact.
 */
export function observeZep<T extends object>(memtrace: MemTrace, client: T): T {
  // Zep's getter returns a new object on each read. Replace the getter by one object, to trace that
  // object.
  const value: unknown = Reflect.get(client, "graph");
  Object.defineProperty(client, "graph", { value, configurable: true, writable: true });
  const records = new OwnedRecords();
  return traceMethods(memtrace, client, { ...GRAPH, ...owned(records), ...threads(records) });
}

const episode = ({ uuid, content }: Entry) =>
  new MemoryRecord(content, { id: uuid, category: "episode" });
/**
 * Describes a stored episode. One request can store the texts of several episodes. Because of
 * `from`, a link leads to the episode only from its own text, and not from the other texts.
 */
const stored = (uuid: string | undefined, content: string | undefined) =>
  new MemoryRecord(content, { id: uuid, category: "episode", from: content });
const fact = ({ uuid, fact, episodes, invalidAt, expiredAt }: Entry) => {
  const until = invalidAt ?? expiredAt;
  return new MemoryRecord(until ? `${fact} (until ${until})` : fact, { id: uuid, from: episodes });
};
const node = ({ uuid, name, summary, episodes, episodeIds }: Entry) =>
  new MemoryRecord(`${name}: ${summary}`, { id: uuid, from: episodes ?? episodeIds });
const found = ({ context, edges = [], nodes = [], observations = [], episodes = [] }: Found) => [
  ...edges.map(fact),
  ...[...nodes, ...observations].map(node),
  ...episodes.map(episode),
  ...(context ? [new MemoryRecord(context)] : []),
];

/** Describes a method that reads one record by its uuid, or all records of an owner. */
const reading = <A>(output: (answer: A, owner: string) => MemoryRecord | MemoryRecord[]) => ({
  category: "retrieval",
  input: requestFor,
  output,
});
const deleting = { category: "deletion", input: recordOf };

const GRAPH: ClientMethods = {
  "graph.edge.get": reading(fact),
  "graph.edge.update": {
    category: "update",
    input: (id: string, change: Entry) => [recordOf(id), messageRecord(change.fact)],
    output: fact,
  },
  "graph.edge.delete": deleting,
  "graph.node.get": reading(node),
  "graph.node.getEdges": reading((edges: readonly Entry[]) => edges.map(fact)),
  "graph.node.getEpisodes": reading(found),
  "graph.getSubgraph": reading(found),
  "user.getNode": reading(({ node: one = {} }: { node?: Entry }) => node(one)),
  "graph.node.update": {
    category: "update",
    input: (id: string, change: Entry) => [recordOf(id), messageRecord(change.summary)],
    output: node,
  },
  "graph.node.delete": deleting,
  "graph.episode.get": reading(episode),
  "graph.episode.getNodesAndEdges": reading(found),
  "graph.episode.delete": deleting,
};

/**
 * Remembers the records of users and graphs. Deleting a user or a graph also deletes its records.
 */
function owned(records: OwnedRecords): ClientMethods {
  const kept = (owner: string | undefined, all: MemoryRecord[]) => {
    for (const { id } of all) records.add(owner, id);
    return all;
  };
  const ownerOf = ({ userId, graphId }: Batch | Entry) => userId ?? graphId;
  const all = <A>(toRecords: (answer: A) => MemoryRecord[]) =>
    reading((answer: A, owner: string) => kept(owner, toRecords(answer)));
  const edges = all((rows: readonly Entry[]) => rows.map(fact));
  const nodes = all((rows: readonly Entry[]) => rows.map(node));
  const listed = all((rows: readonly Entry[]) => rows.map(episode));
  /** Deleting a user also deletes the messages in the user's threads. */
  const deletingAll = {
    category: "deletion",
    input: (owner: string) => [
      requestFor(owner),
      ...records.of(owner).flatMap((id) => {
        const inside = records.of(id);
        return inside.length > 0 ? inside.map(recordOf) : recordOf(id);
      }),
    ],
  };
  return {
    "graph.add": {
      category: "extraction",
      input: ({ data }: Entry) => messageRecord(data),
      output: ({ uuid }: Entry, entry: Entry) => kept(ownerOf(entry), [stored(uuid, entry.data)]),
    },
    "graph.addBatch": {
      category: "extraction",
      input: ({ episodes = [] }: Batch) => episodes.map(({ data }) => messageRecord(data)),
      output: (answer: readonly Entry[], batch: Batch) =>
        kept(
          ownerOf(batch),
          answer.map(({ uuid }, index) => stored(uuid, batch.episodes?.[index]?.data)),
        ),
    },
    "graph.addFactTriple": {
      category: "extraction",
      input: ({ fact }: Entry) => messageRecord(fact),
      output: ({ edge = {} }: { edge?: Entry }, entry: Entry) => kept(ownerOf(entry), [fact(edge)]),
    },
    "graph.search": {
      category: "retrieval",
      input: ({ query }: Entry) => new MemoryRecord(query),
      output: (answer: Found, entry: Entry) => kept(ownerOf(entry), found(answer)),
    },
    "graph.edge.getByUserId": edges,
    "graph.edge.getByGraphId": edges,
    "graph.node.getByUserId": nodes,
    "graph.node.getByGraphId": nodes,
    "graph.episode.getByUserId": all(found),
    "graph.episode.getByGraphId": all(found),
    "graph.episode.listByUserId": listed,
    "graph.episode.listByGraphId": listed,
    "graph.delete": deletingAll,
    "user.delete": deletingAll,
  };
}

function threads(records: OwnedRecords): ClientMethods {
  const addMessages = {
    category: "extraction",
    input: (_: string, { messages = [] }: Messages) =>
      messages.map(({ content }) => messageRecord(content)),
    output: (
      { messageUuids = [], context }: { messageUuids?: readonly string[]; context?: string },
      thread: string,
      { messages = [] }: Messages,
    ) => {
      for (const uuid of messageUuids) records.add(thread, uuid);
      const messageRecords = messages.map(({ content }, index) =>
        stored(messageUuids[index], content),
      );
      return context ? [...messageRecords, new MemoryRecord(context)] : messageRecords;
    },
  };
  return {
    "thread.addMessages": addMessages,
    "thread.addMessagesBatch": addMessages,
    "thread.getUserContext": {
      category: "retrieval",
      input: (thread: string) => {
        const messages = records.of(thread).slice(-MAX_MESSAGES);
        return messages.length > 0 ? messages.map(recordOf) : requestFor(thread);
      },
      output: ({ context }: Found) => (context ? new MemoryRecord(context) : []),
    },
    "thread.get": reading(({ messages = [] }: Messages) => messages.map(episode)),
    "thread.getEpisodes": reading(found),
    "thread.getSummary": reading(({ summary }: Entry) => new MemoryRecord(summary)),
    "thread.create": {
      category: "",
      input: ({ threadId, userId }: Entry) => {
        records.add(userId, threadId);
        return undefined;
      },
    },
    "thread.delete": {
      category: "deletion",
      input: (thread: string) => {
        const messages = records.of(thread);
        return messages.length > 0 ? messages.map(recordOf) : undefined;
      },
    },
  };
}
