/** `@memtrace/sdk/supermemory`: traces the calls of a Supermemory client. */
import type { MemTrace } from "../../core/client.ts";
import { keep } from "../../core/keep-latest.ts";
import { type ClientMethods, traceMethods } from "../client-methods.ts";
import { MemoryRecord, messageRecord, recordOf, requestFor } from "../memory-record.ts";
import { OwnedRecords } from "../owned-records.ts";

/** The fields that this integration reads from requests and answers. */
interface Entry {
  id?: string;
  content?: string;
  memory?: string;
  chunk?: string;
  newContent?: string;
  rootMemoryId?: string | null;
  q?: string;
  chunks?: readonly Entry[];
  documents?: readonly (Entry | string)[];
  containerTag?: string;
  containerTags?: readonly string[];
}
interface Bulk {
  ids?: readonly string[];
  containerTags?: readonly string[];
}
interface Found {
  results: readonly Entry[];
}
interface Profile {
  profile: { static: readonly string[]; dynamic: readonly string[] };
  searchResults?: Found;
}

/**
 * Traces additions, searches, changes and deletions in place. A document's variable has the
 * document's id as its name; a memory's variable has the id of the memory's first version. If a
 * search also returns documents (`include: { documents: true }`), the found memories get links from
 * them.
 */
export function observeSupermemory<T extends object>(memtrace: MemTrace, client: T): T {
  /** Maps the id of a memory's later version to the id of its first version. */
  const roots = new Map<string | undefined, string>();
  /**
   * Owner (a tag or a document) → its documents or memories. Deleting a tag deletes its documents;
   * deleting a document deletes its memories.
   */
  const records = new OwnedRecords();
  return traceMethods(memtrace, client, {
    ...documents(records),
    ...memories(
      records,
      (id) => roots.get(id) ?? id,
      (id, root) => keep(roots, id, root),
    ),
  });
}

/**
 * Returns a document's record. The record gets a link only from the document's own text. One
 * request can add several documents, and by default each of them would get links from all texts.
 */
const document = (id: unknown, content?: unknown) =>
  new MemoryRecord(content, { id, category: "document", from: content });
const query = ({ q }: Entry) => new MemoryRecord(q);

const search = {
  category: "retrieval",
  input: query,
  output: ({ results }: Found) =>
    results.flatMap(({ chunks = [] }) => chunks.map(({ content }) => new MemoryRecord(content))),
};
const contentOf = (entry?: Entry | string) => (typeof entry === "object" ? entry.content : entry);

function documents(records: OwnedRecords): ClientMethods {
  const stored = (id: string | undefined, entry: Entry | string = {}) => {
    const { containerTag, containerTags = [] }: Entry = typeof entry === "object" ? entry : {};
    for (const tag of [containerTag, ...containerTags]) records.add(tag, id);
    return document(id, contentOf(entry));
  };
  const deleted = (id: string) => [document(id), ...records.of(id).map(recordOf)];
  const add = {
    category: "extraction",
    input: ({ content }: Entry) => messageRecord(content),
    output: ({ id }: Entry, entry: Entry) => stored(id, entry),
  };
  return {
    add,
    "documents.add": add,
    "documents.batchAdd": {
      category: "extraction",
      input: ({ documents = [] }: Entry) => documents.map((one) => messageRecord(contentOf(one))),
      output: ({ results }: Found, { documents = [] }: Entry) =>
        results.map(({ id }, index) => stored(id, documents[index])),
    },
    "documents.update": {
      category: "update",
      input: (id: string, { content }: Entry) => [document(id), messageRecord(content)],
      output: (_: unknown, id: string, { content }: Entry) => document(id, content),
    },
    "documents.get": {
      category: "retrieval",
      input: requestFor,
      output: ({ id, content }: Entry) => new MemoryRecord(content, { id, category: "document" }),
    },
    "documents.delete": { category: "deletion", input: deleted },
    "documents.deleteBulk": {
      category: "deletion",
      input: ({ ids = [], containerTags = [] }: Bulk) => [
        ...containerTags.map(requestFor),
        ...[...ids, ...containerTags.flatMap((tag) => records.of(tag))].flatMap(deleted),
      ],
    },
    "search.documents": search,
    "search.execute": search,
  };
}

function memories(
  records: OwnedRecords,
  nameOf: (id: string | undefined) => string | undefined,
  updated: (id: string | undefined, root: string) => unknown,
): ClientMethods {
  const unit = ({ id, content }: Entry) => new MemoryRecord(content, { id: nameOf(id) });
  const search = {
    category: "retrieval",
    input: query,
    output: ({ results }: Found) =>
      results.map(({ id, memory, chunk, documents = [] }) => {
        const from = documents.map((one) => (one as Entry).id);
        for (const source of from) records.add(source, nameOf(id));
        return memory
          ? new MemoryRecord(memory, { id: nameOf(id), from })
          : new MemoryRecord(chunk);
      }),
  };
  return {
    "search.memories": search,
    search,
    profile: {
      category: "retrieval",
      input: query,
      output: ({ profile, searchResults }: Profile) => [
        ...[profile.static, profile.dynamic].flat().map((text) => new MemoryRecord(text)),
        ...(searchResults ? search.output(searchResults) : []),
      ],
    },
    "memories.updateMemory": {
      category: "update",
      input: (change: Entry) => [unit(change), messageRecord(change.newContent)],
      output: ({ id, memory, rootMemoryId }: Entry) => {
        if (rootMemoryId) updated(id, rootMemoryId);
        return new MemoryRecord(memory, { id: nameOf(id) });
      },
    },
    "memories.forget": { category: "deletion", input: unit },
  };
}
