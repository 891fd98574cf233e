/** A vector store of LlamaIndex.TS as an app would write it. */
import type { BaseNode } from "@llamaindex/core/schema";
import { BaseVectorStore, type VectorStoreQuery } from "@llamaindex/core/vector-store";
import type { OpenAIEmbedding } from "@llamaindex/openai";

export class ListStore extends BaseVectorStore {
  storesText = true;
  #nodes: BaseNode[] = [];
  constructor(embedModel: OpenAIEmbedding) {
    super({ embedModel });
  }
  client() {
    return undefined;
  }
  async add(nodes: BaseNode[]): Promise<string[]> {
    const ids = nodes.map(({ id_ }) => id_);
    this.#nodes = [...this.#nodes.filter(({ id_ }) => !ids.includes(id_)), ...nodes];
    return ids;
  }
  async delete(document: string): Promise<void> {
    this.#nodes = this.#nodes.filter(({ id_ }) => id_ !== document);
  }
  async query({ queryEmbedding = [], similarityTopK }: VectorStoreQuery) {
    const score = ({ embedding = [] }: BaseNode) =>
      embedding.reduce((sum, x, at) => sum + x * (queryEmbedding[at] ?? 0), 0) /
      Math.hypot(...embedding);
    const nodes = this.#nodes.toSorted((a, b) => score(b) - score(a)).slice(0, similarityTopK);
    return { nodes, ids: nodes.map(({ id_ }) => id_), similarities: nodes.map(score) };
  }
}
