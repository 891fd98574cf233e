/** `@memtrace/sdk/langchain`: traces what LangChain runs, its vector stores and chat histories. */
export { MemTraceHandler } from "./langchain-handler.ts";
export { observeChatHistory, observeVectorStore } from "./langchain-stores.ts";
