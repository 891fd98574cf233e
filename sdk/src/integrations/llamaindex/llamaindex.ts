/** `@memtrace/sdk/llamaindex`: traces LlamaIndex's memory, retrievers, vector stores and models. */
import type { MemTrace } from "../../core/client.ts";
import { isObject } from "../../core/encode.ts";
import { traceFunction } from "../../core/trace-function.ts";
import { tryOrUndefined } from "../../core/try-or-undefined.ts";
import type { Description } from "../../record/variable.ts";
import { replaceMethod } from "../instrument.ts";
import { storeText, writeUnit } from "../memory-units.ts";
import { OwnedRecords } from "../owned-records.ts";
import { type StoreCall, StoreCalls } from "../store-calls.ts";
import { watchStream } from "../watched-answer.ts";

const RETRIEVAL = "retrieval";
const DELETION = "deletion";
const UNIT = { category: "memory_entry" };
const MESSAGE = { category: "message" };
const EVERYTHING = "all messages";

/** The fields that this integration reads from messages, nodes, blocks and answers. */
interface LlamaFields {
  id?: unknown;
  content?: unknown;
  text?: unknown;
  message?: unknown;
  messages?: unknown;
  memoryBlocks?: unknown;
  memoryCursor?: unknown;
  manageMemoryBlocks?: unknown;
  facts?: unknown;
  vectorStore?: unknown;
  id_?: unknown;
  sourceNode?: { nodeId?: unknown };
  node?: unknown;
  nodes?: unknown;
  query?: unknown;
  queryStr?: unknown;
  similarityTopK?: unknown;
  filters?: unknown;
  stream?: unknown;
  delta?: unknown;
}

const read = (value: unknown): LlamaFields => Object(value);
const listOf = (value: unknown): unknown[] => (Array.isArray(value) ? value : []);

/**
 * Traces a `Memory`, its blocks and their vector stores, in place. Each message is a memory unit
 * with the message's id as its name. All facts of a block together are one unit with the block's id
 * as its name.
 */
export function observeMemory<T extends object>(memtrace: MemTrace, memory: T): T {
  const storedMessages = () => listOf(read(memory).messages);
  /**
   * Texts of messages that this client has added and must still record as units. The memory can
   * also contain messages of other clients, which this client must not record.
   */
  const pendingTexts = new Set<string>();
  const recordAdded = () => {
    for (const message of [...storedMessages()].reverse())
      for (const text of pendingTexts.size > 0 ? textsIn(message) : [])
        if (pendingTexts.delete(text)) storeText(memtrace, text, textOf(read(message).id));
  };
  const remove = (messages: readonly unknown[]) => {
    for (const message of messages) memtrace.delete(textOf(read(message).id) ?? message);
  };
  new StoreCalls(memtrace).trace(memory, {
    add: ([message]) => {
      const inputs = textsIn(message);
      for (const text of inputs) pendingTexts.add(text);
      return {
        options: { name: "add", category: "update", input: MESSAGE },
        ...{ inputs, made: recordAdded },
      };
    },
    get: ([options]) => readCall("get", listOf(Reflect.get(Object(options), "transientMessages"))),
    getLLM: ([, transient]) => {
      const asked = listOf(transient);
      return readCall("getLLM", asked.length > 0 ? asked : storedMessages().slice(-1));
    },
    clear: () => {
      const cleared = storedMessages().slice(cursorOf(memory));
      const made = () => remove(cleared);
      return { options: { name: "clear", category: DELETION }, inputs: [], made };
    },
  });
  // `manageMemoryBlocks` moves messages into blocks. Record these messages as deleted from the
  // memory.
  const { manageMemoryBlocks } = read(memory);
  if (manageMemoryBlocks)
    replaceMethod(memtrace, memory, "manageMemoryBlocks", (method) =>
      traceFunction(method, () => {
        tryOrUndefined(recordAdded);
        const before = cursorOf(memory);
        const call = memtrace.begin({ name: "manageMemoryBlocks", category: DELETION }, []);
        const end = () => {
          const gone = tryOrUndefined(() => storedMessages().slice(before, cursorOf(memory))) ?? [];
          // Most calls move no message. Do not record such a call.
          if (gone.length === 0) return;
          call?.inside(() => remove(gone));
          call?.end(undefined);
        };
        return call && { ...call, end };
      }),
    );
  for (const block of listOf(read(memory).memoryBlocks))
    if (isObject(block)) observeBlock(memtrace, block);
  return memory;
}

/** Returns how many messages the memory has moved into blocks. */
function cursorOf(memory: object): number {
  return Number(read(memory).memoryCursor ?? 0);
}

/** Traces a block with facts or a vector store. */
function observeBlock(memtrace: MemTrace, block: object): void {
  const { vectorStore } = read(block);
  const facts = () => listOf(read(block).facts).join("\n");
  const name = textOf(read(block).id);
  const put = ([messages]: readonly unknown[]): StoreCall => {
    const before = facts();
    const made = () => (facts() === before ? undefined : writeUnit(memtrace, name, facts()));
    // If the block already had facts, the call is an update.
    const category = before ? "update" : "extraction";
    return { options: { name: "put", category, input: describeMessage }, inputs: [messages], made };
  };
  // A block with a vector store returns different search results for different questions, so the
  // results are recorded without a name. Any other block always returns its whole content, which is
  // recorded with the block's id as its name.
  const output = (said: unknown): Description =>
    vectorStore ? UNIT : { ...UNIT, name, value: said };
  new StoreCalls(memtrace).trace(block, {
    // If the block has neither facts nor a vector store, trace only `get`. Its calls record the
    // block's content.
    ...(vectorStore || read(block).facts ? { put } : {}),
    get: ([messages]) => ({
      options: { name: "get", category: RETRIEVAL, output },
      inputs: [textsIn(listOf(messages).slice(-1))[0] ?? EVERYTHING],
      made: textsIn,
    }),
  });
  if (isObject(vectorStore)) observeVectorStore(memtrace, vectorStore);
}

/** Traces a retriever's `retrieve` in place: the question and the found nodes. */
export function observeRetriever<T extends object>(memtrace: MemTrace, retriever: T): T {
  new StoreCalls(memtrace).trace(retriever, {
    retrieve: ([asked]) => ({
      options: { name: "retrieve", category: RETRIEVAL, output: describeNode },
      inputs: [textOf(asked) ?? textsIn({ content: read(asked).query })],
      made: (found) => listOf(found).map((scored) => read(scored).node),
    }),
  });
  return retriever;
}

/** Traces a vector store in place: added, found and deleted nodes, named by id. */
export function observeVectorStore<T extends object>(memtrace: MemTrace, store: T): T {
  /** The nodes of each document. If the app deletes a document, the store deletes its nodes. */
  const parts = new OwnedRecords();
  new StoreCalls(memtrace).trace(store, {
    add: ([nodes]) => {
      const added = listOf(nodes).map(read);
      const made = () => {
        for (const { id_, text, sourceNode } of added) {
          const name = textOf(id_);
          parts.add(textOf(sourceNode?.nodeId) ?? name, name);
          if (typeof text === "string") storeText(memtrace, text, name);
        }
      };
      const inputs = added.map(({ text }) => text);
      return { options: { name: "add", category: "update" }, inputs, made };
    },
    query: ([query]) => {
      const { queryStr, similarityTopK, filters } = read(query);
      const metadata = { similarityTopK, filters };
      return {
        options: { name: "query", category: RETRIEVAL, metadata, output: describeNode },
        inputs: [queryStr ?? "a vector"],
        made: (result) => listOf(read(result).nodes),
      };
    },
    delete: ([document]) => ({
      options: { name: "delete", category: DELETION },
      inputs: [],
      made: () => {
        const id = textOf(document) ?? "";
        const known = parts.take(id);
        for (const part of known.length > 0 ? known : [id]) memtrace.delete(part);
      },
    }),
  });
  return store;
}

/**
 * Traces a model's `chat` in place: the prompt and the answer. `complete` calls `chat`, so it is
 * traced too.
 */
export function observeLLM<T extends object>(memtrace: MemTrace, llm: T): T {
  replaceMethod(memtrace, llm, "chat", (method) =>
    traceFunction(method, ([request]) => {
      const prompt = tryOrUndefined(() => textsIn(read(request).messages)) ?? [];
      const options = {
        ...{ name: "chat", category: "generation", input: { category: "prompt" } },
        output: { category: "llm_response" },
      };
      const call = memtrace.begin(options, [prompt]);
      return (
        call && {
          ...call,
          end: (answer) => {
            if (read(request).stream) watchStream(answer, call, deltasOf);
            else call.end(textsIn(read(answer).message).join("\n"));
          },
        }
      );
    }),
  );
  return llm;
}

function deltasOf(pieces: readonly unknown[]): string {
  return pieces.map((piece) => textOf(read(piece).delta) ?? "").join("");
}

/**
 * Describes a read of the memory. `given` are the messages that the app passes to the call. The
 * call can return them again, together with messages from the memory. The operation's result has
 * only the messages from the memory.
 */
function readCall(name: string, given: readonly unknown[]): StoreCall {
  const asked = textsIn(given);
  return {
    options: { name, category: RETRIEVAL, input: MESSAGE, output: UNIT },
    inputs: [asked.length > 0 ? asked : EVERYTHING],
    made: (found) => textsIn(found).filter((text) => !asked.includes(text)),
  };
}

function describeMessage(message: unknown): Description {
  return { name: textOf(read(message).id), value: textsIn(message)[0] };
}

function describeNode(node: unknown): Description | null {
  const { id_, text } = read(node);
  return text === undefined ? null : { ...UNIT, name: textOf(id_), value: text };
}

function textsIn(messages: unknown): string[] {
  return [messages].flat().flatMap((message) => {
    const { content } = read(message);
    const parts = [content].flat().map((part) => textOf(part) ?? textOf(read(part).text) ?? "");
    return parts.join("\n\n") || [];
  });
}

function textOf(value: unknown): string | undefined {
  return typeof value === "string" ? value : undefined;
}
