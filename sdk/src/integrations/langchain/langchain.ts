/** `@memtrace/sdk/langchain`: traces LangChain's steps, vector stores and chat histories. */
export { MemTraceHandler } from "./langchain-handler.ts";
export { observeChatHistory, observeVectorStore } from "./langchain-stores.ts";
