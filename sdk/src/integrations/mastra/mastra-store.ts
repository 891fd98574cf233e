/** How each method of Mastra's memory storage uses the memory. */

import { encode, isObject } from "../../core/encode.ts";
import type { ClientMethods } from "../client-methods.ts";
import { MemoryRecord, messageRecord, recordOf, requestFor } from "../memory-record.ts";
import { OwnedRecords } from "../owned-records.ts";

/**
 * The fields that this integration reads from messages. Messages for the model and messages in
 * Mastra's storage have different formats.
 */
interface Message {
  id?: string;
  threadId?: string;
  content?: unknown;
  text?: unknown;
  parts?: unknown;
  type?: string;
}
interface Messages {
  messages: readonly Message[];
}
interface OfThread {
  threadId?: unknown;
  vectorSearchString?: string;
}
interface Match {
  metadata?: { message_id?: unknown };
}
interface Thread {
  id: string;
  metadata?: { workingMemory?: unknown };
}
interface Resource {
  id?: string;
  resourceId?: string;
  workingMemory?: unknown;
}
interface Observed {
  id: string;
  activeObservations?: string;
  observations?: string;
  observedMessageIds?: readonly string[];
}
interface Reflected {
  currentRecord: Observed;
  reflection: string;
}

/** Returns a message's text. Parts without text (tool calls, files) become JSON. */
export function messageText(message: unknown): string {
  if (typeof message === "string") return message;
  if (Array.isArray(message)) return message.map(messageText).filter(Boolean).join("\n");
  if (!isObject(message)) return "";
  const { parts, content, text, type } = message as Message;
  if (type === "step-start") return "";
  const inner = parts ?? content ?? text;
  return inner === undefined ? encode(message) : messageText(inner);
}

const workingMemory = (owner: unknown, text?: unknown) =>
  new MemoryRecord(text, { id: `working-memory:${owner}` });

/**
 * Describes the storage's methods. When an agent runs, it reads earlier messages from the storage.
 * These reads must not have the user's new message as an input. Otherwise, the earlier messages
 * would look as if they were made from the new one.
 */
export function storeMethods() {
  const records = new OwnedRecords();
  const row = (message: Message, from?: string) => {
    records.add(message.threadId, message.id);
    return new MemoryRecord(messageText(message), { id: message.id, from });
  };
  const listing = {
    category: "retrieval",
    input: ({ threadId }: OfThread) => requestFor([threadId].flat().join(", ")),
    output: ({ messages }: Messages) => messages.map((message) => row(message)),
  };
  const updating = (read: (argument: never) => readonly [owner: unknown, text: unknown]) => ({
    category: "update",
    input: (argument: never) => {
      const [owner, text] = read(argument);
      return typeof text === "string" ? [workingMemory(owner), new MemoryRecord(text)] : undefined;
    },
    output: (_: unknown, argument: never) => workingMemory(...read(argument)),
  });
  const threadUpdate = updating((change: Thread & { thread?: Thread }) => {
    const { id, metadata } = change.thread ?? change;
    return [id, metadata?.workingMemory];
  });
  const resourceUpdate = updating((change: Resource & { resource?: Resource }) => {
    const { id, resourceId = id, workingMemory } = change.resource ?? change;
    return [resourceId, workingMemory];
  });
  return {
    recall: {
      ...listing,
      input: ({ vectorSearchString: text, threadId }: OfThread) =>
        text ? new MemoryRecord(text) : requestFor(threadId),
    },
    "vector.query": {
      category: "retrieval",
      input: ({ indexName }: { indexName: string }) => requestFor(indexName),
      output: (found: readonly Match[]) =>
        found.map(({ metadata }) => recordOf(metadata?.message_id)),
    },
    saveMessages: {
      category: "extraction",
      input: ({ messages }: Messages) =>
        messages.map((message) => messageRecord(messageText(message))),
      output: ({ messages }: Messages) =>
        messages.map((message) => row(message, messageText(message))),
    },
    updateMessages: {
      category: "update",
      input: ({ messages }: Messages) =>
        messages.flatMap((message) => [recordOf(message.id), messageRecord(messageText(message))]),
      output: (messages: readonly Message[]) => messages.map((message) => row(message, message.id)),
    },
    deleteMessages: { category: "deletion", input: (ids: readonly string[]) => ids.map(recordOf) },
    listMessages: listing,
    listMessagesByResourceId: {
      ...listing,
      input: ({ resourceId }: Resource) => requestFor(resourceId),
    },
    listMessagesById: { ...listing, input: () => requestFor("messages") },
    deleteThread: {
      category: "deletion",
      input: ({ threadId }: { threadId: string }) => {
        const ids = records.of(threadId);
        return ids.length > 0 ? ids.map(recordOf) : undefined;
      },
    },
    saveThread: threadUpdate,
    patchThread: threadUpdate,
    updateThread: threadUpdate,
    getThreadById: {
      category: "retrieval",
      input: ({ threadId }: OfThread) => requestFor(threadId),
      output: (thread: Thread | null) => {
        const text = thread?.metadata?.workingMemory;
        return thread && text !== undefined ? workingMemory(thread.id, text) : undefined;
      },
    },
    saveResource: resourceUpdate,
    updateResource: resourceUpdate,
    getResourceById: {
      category: "retrieval",
      input: ({ resourceId }: Resource) => requestFor(resourceId),
      output: (resource: Resource | null, { resourceId }: Resource) =>
        resource?.workingMemory ? workingMemory(resourceId, resource.workingMemory) : [],
    },
    getObservationalMemory: {
      category: "retrieval",
      input: (thread: string | null, resource: string) => requestFor(thread ?? resource),
      output: (record: Observed | null) =>
        record?.activeObservations
          ? new MemoryRecord(record.activeObservations, { id: record.id })
          : undefined,
    },
    updateActiveObservations: {
      category: "extraction",
      input: ({ id, observedMessageIds = [] }: Observed) =>
        [id, ...observedMessageIds].map(recordOf),
      output: (_: unknown, { id, observations }: Observed) =>
        new MemoryRecord(observations, { id }),
    },
    createReflectionGeneration: {
      category: "update",
      input: ({ currentRecord: { id } }: Reflected) => recordOf(id),
      output: ({ id }: Observed, { reflection }: Reflected) => new MemoryRecord(reflection, { id }),
    },
  } satisfies ClientMethods;
}
