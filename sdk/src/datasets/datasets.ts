/** `@memtrace/sdk/datasets`: reads LoCoMo and LongMemEval, and runs an agent on these datasets. */
export {
  type Benchmark,
  type Conversation,
  type ConversationDataset,
  itemsOf,
  onlyConversations,
  type Question,
  type Session,
  type Turn,
} from "./conversation-dataset.ts";
export { DamagedDataset } from "./placed-value.ts";
export { readLocomo } from "./read-locomo.ts";
export { readLongMemEval } from "./read-longmemeval.ts";
export {
  type ConversationProgress,
  type MemoryAgent,
  type RunConversationsOptions,
  runConversations,
} from "./run-conversations.ts";
