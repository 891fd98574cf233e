/** `@memtrace/sdk/letta`: traces the calls of a Letta client. */
import type { MemTrace } from "../../core/client.ts";
import type { CallTrace } from "../../core/trace-function.ts";
import { type ClientMethods, traceMethods } from "../client-methods.ts";
import { MemoryRecord, messageRecord, recordOf, requestFor } from "../memory-record.ts";
import { watchStream } from "../watched-answer.ts";
import { type Block, KnownBlocks } from "./letta-blocks.ts";
import { type LettaAnswer, recordTools, repliesOf, textParts, wholeAnswer } from "./letta-turn.ts";

/** The fields that this integration reads from requests and answers. */
interface Entry {
  id?: string;
  text?: string;
  content?: string;
  query?: string;
  passage?: Entry;
}
interface Listed {
  results?: readonly Entry[];
}
interface Turn {
  input?: unknown;
  messages?: unknown;
}
interface Agent {
  id: string;
  blocks?: readonly Block[];
}
interface OfAgent {
  agent_id: string;
}

/**
 * Traces a Letta client in place: passages and blocks (named by id), agent messages, and the
 * agent's memory tools.
 */
export function observeLetta<T extends object>(memtrace: MemTrace, client: T): T {
  const blocks = new KnownBlocks();
  return traceMethods(memtrace, client, {
    ...PASSAGES,
    ...blockMethods(blocks),
    ...turnMethods(memtrace, blocks),
  });
}

const passage = ({ id, text, content }: Entry) => new MemoryRecord(text ?? content, { id });
/** A bulk request creates several passages. Link each passage only from its own text. */
const stored = ({ id, text }: Entry) => new MemoryRecord(text, { id, from: text });

const createPassage = {
  category: "extraction",
  input: (_: string, { text }: Entry) => messageRecord(text),
  output: (made: Entry | readonly Entry[]) => [made].flat().map(stored),
};
const deleting = { category: "deletion", input: recordOf };
const reading = <A extends unknown[]>(output: (...args: A) => MemoryRecord | MemoryRecord[]) => ({
  category: "retrieval",
  input: requestFor,
  output,
});

const PASSAGES: ClientMethods = {
  "agents.passages.create": createPassage,
  "agents.passages.list": reading((passages: readonly Entry[]) => passages.map(passage)),
  "agents.passages.search": {
    ...reading(({ results = [] }: Listed) => results.map(passage)),
    input: (_: string, { query }: Entry) => new MemoryRecord(query),
  },
  "agents.passages.delete": deleting,
  "archives.passages.create": createPassage,
  "archives.passages.createMany": {
    category: "extraction",
    input: (_: string, { passages }: { passages: readonly Entry[] }) =>
      passages.map(({ text }) => messageRecord(text)),
    output: (made: readonly Entry[]) => made.map(stored),
  },
  "archives.passages.delete": deleting,
  "passages.search": {
    ...reading((found: readonly Entry[]) => found.map(({ passage: one = {} }) => passage(one))),
    input: ({ query }: Entry) => new MemoryRecord(query),
  },
};

function blockMethods(blocks: KnownBlocks): ClientMethods {
  const unit = ({ id, value }: Block) => new MemoryRecord(value, { id });
  const ofAgent = (agent: string, block: Block) => {
    blocks.remember(agent, block);
    return unit(block);
  };
  const labelled = (label: string, { agent_id: agent }: OfAgent) =>
    recordOf(blocks.idOf(agent, label));
  const given = (block: Block, _: unknown, { agent_id: agent }: OfAgent) => ofAgent(agent, block);
  const shown = ({ id, blocks: all = [] }: Agent) => all.map((block) => ofAgent(id, block));
  return {
    "agents.create": {
      category: "extraction",
      input: ({ memory_blocks: all = [] }: { memory_blocks?: readonly Block[] }) =>
        all.map(({ value }) => messageRecord(value)),
      output: shown,
    },
    "agents.retrieve": reading(shown),
    "agents.blocks.retrieve": reading(given),
    "agents.blocks.list": reading(({ items }: { items: readonly Block[] }, agent: string) =>
      items.map((block) => ofAgent(agent, block)),
    ),
    "agents.blocks.update": {
      category: "update",
      input: (label: string, change: OfAgent & Block) => [
        labelled(label, change),
        messageRecord(change.value),
      ],
      output: given,
    },
    "agents.blocks.detach": {
      category: "deletion",
      input: (id: string, { agent_id: agent }: OfAgent) => {
        blocks.detach(agent, id);
        return recordOf(id);
      },
    },
    "blocks.create": {
      category: "extraction",
      input: ({ value }: Block) => messageRecord(value),
      output: unit,
    },
    "blocks.retrieve": reading(unit),
    "blocks.update": {
      category: "update",
      input: (id: string, { value }: Block) => [recordOf(id), messageRecord(value)],
      output: unit,
    },
    "blocks.delete": deleting,
  };
}

function turnMethods(memtrace: MemTrace, blocks: KnownBlocks): ClientMethods {
  const turn = {
    category: "generation",
    input: (agent: string, { input, messages }: Turn) => [
      ...textParts(input ?? messages).map(messageRecord),
      ...blocks.of(agent).map(recordOf),
    ],
    output: repliesOf,
    inside: (answer: LettaAnswer, agent: string) => recordTools(memtrace, answer, agent, blocks),
    settle: (answer: unknown, call: CallTrace) => watchStream(answer, call, wholeAnswer),
  };
  return { "agents.messages.create": turn, "agents.messages.stream": turn };
}
