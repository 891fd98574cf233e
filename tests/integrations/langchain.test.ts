/** The real LangChain.js, traced, with a scripted model over HTTP. */
import { Document, type DocumentInterface } from "@langchain/core/documents";
import { StringOutputParser } from "@langchain/core/output_parsers";
import { ChatPromptTemplate } from "@langchain/core/prompts";
import { RunnableLambda, RunnablePassthrough } from "@langchain/core/runnables";
import { VectorStore } from "@langchain/core/vectorstores";
import { ChatOpenAI, OpenAIEmbeddings } from "@langchain/openai";
import { MemTrace } from "@memtrace/sdk";
import { MemTraceHandler, observeVectorStore } from "@memtrace/sdk/langchain";
import { afterAll, beforeAll, describe, expect, inject, it } from "vitest";
import { attributedCase } from "./support/attributed.ts";
import { FACT, QUERY, SAID, UNKNOWN } from "./support/key-question.ts";
import { type ScriptedOpenAI, startScriptedOpenAI, textOf } from "./support/scripted-openai.ts";

/** A vector store as an app would write it. */
class ListStore extends VectorStore {
  #rows: { id: string; vector: number[]; document: DocumentInterface }[] = [];

  _vectorstoreType(): string {
    return "list";
  }

  async addDocuments(documents: DocumentInterface[], options?: { ids?: string[] }) {
    const texts = documents.map(({ pageContent }) => pageContent);
    return this.addVectors(await this.embeddings.embedDocuments(texts), documents, options);
  }

  async addVectors(vectors: number[][], added: DocumentInterface[], options?: { ids?: string[] }) {
    return added.map((document, index) => {
      const id = options?.ids?.[index] ?? `unit-${this.#rows.length + 1}`;
      this.#rows = this.#rows.filter((row) => row.id !== id);
      this.#rows.push({ id, vector: vectors[index] ?? [], document });
      return id;
    });
  }

  async similaritySearchVectorWithScore(query: number[], k: number) {
    const score = (vector: number[]) =>
      vector.reduce((sum, x, at) => sum + x * (query[at] ?? 0), 0);
    return this.#rows
      .map(({ id, vector, document: { pageContent } }): [DocumentInterface, number] => [
        new Document({ id, pageContent }),
        score(vector) / Math.hypot(...vector),
      ])
      .sort(([, one], [, other]) => other - one)
      .slice(0, k);
  }

  override async delete({ ids }: { ids: string[] }): Promise<void> {
    this.#rows = this.#rows.filter(({ id }) => !ids.includes(id));
  }
}

/** The fault of one run. */
interface Fault {
  readonly extracted?: string;
  readonly answered?: string;
  readonly k?: number;
  readonly afterwards?: (store: VectorStore) => Promise<unknown>;
}

let fault: Fault = {};
let server: ScriptedOpenAI;
beforeAll(async () => {
  server = await startScriptedOpenAI((messages) => {
    const prompt = messages.map(textOf).join("\n");
    if (prompt.startsWith("Extract")) return fault.extracted ?? FACT;
    return fault.answered ?? (prompt.includes("flowerpot") ? "Under the blue flowerpot." : UNKNOWN);
  });
});
afterAll(() => server.close());

const models = () => {
  const shared = { apiKey: "none", configuration: { baseURL: server.url } };
  return {
    model: new ChatOpenAI({ ...shared, model: "scripted" }),
    embeddings: new OpenAIEmbeddings({ ...shared, model: "words", encodingFormat: "float" }),
  };
};

/** Puts three facts into a memory, and asks it one question through a retriever. */
async function ask(memtrace: MemTrace, graph: string, isToldOf: boolean): Promise<void> {
  const { model, embeddings } = models();
  const store = observeVectorStore(memtrace, new ListStore(embeddings, {}));
  const callbacks = [new MemTraceHandler(memtrace)];
  const remember = ChatPromptTemplate.fromTemplate("Extract the fact in: {said}")
    .pipe(model)
    .pipe(new StringOutputParser())
    .pipe((fact: string) => store.addDocuments([new Document({ pageContent: fact })]))
    .withConfig({ runName: "remember" });
  const answer = RunnablePassthrough.assign({
    context: RunnableLambda.from(({ question }: { question: string }) => question)
      .pipe(store.asRetriever(fault.k ?? 2))
      .pipe((documents) => documents.map(({ pageContent }) => pageContent).join("\n")),
  })
    .pipe(ChatPromptTemplate.fromTemplate("Context: {context}\nQuestion: {question}"))
    .pipe(model)
    .pipe(new StringOutputParser())
    .withConfig({ runName: "answer" });
  await memtrace.graph(graph, { system: "langchain" }, async () => {
    const evidence = isToldOf ? [memtrace.variable(SAID, { category: "message" })] : [];
    await remember.invoke({ said: SAID }, { callbacks });
    await store.addDocuments([
      new Document({ pageContent: "Under what the spare key is kept, she asks." }),
      new Document({ pageContent: "The cat likes to sleep in the garden." }),
    ]);
    await fault.afterwards?.(store);
    if (isToldOf) memtrace.variable(QUERY, { class: "query" });
    const prediction = await answer.invoke({ question: QUERY }, { callbacks });
    memtrace.verdict({
      query: QUERY,
      prediction,
      expected: "the blue flowerpot",
      score: prediction.includes("blue flowerpot"),
      evidence,
    });
  });
}

describe("LangChain.js", () => {
  it.each<[string, Fault, object]>([
    [
      "lost by the model that extracts",
      { extracted: "The spare key exists." },
      { errorType: "ExtractionError", opName: "ChatOpenAI" },
    ],
    [
      "overwritten in the vector store",
      {
        afterwards: (store) =>
          store.addDocuments([new Document({ pageContent: "The spare key is kept." })], {
            ids: ["unit-1"],
          }),
      },
      { errorType: "UpdateError", opName: "addDocuments" },
    ],
    [
      "deleted from the vector store",
      { afterwards: (store) => store.delete({ ids: ["unit-1"] }) },
      { errorType: "DeletionError", opName: "delete" },
    ],
    [
      "missed by the retriever",
      { k: 1 },
      { errorType: "RetrievalError", opName: "similaritySearch" },
    ],
    [
      "ignored by the model that answers",
      { answered: UNKNOWN },
      { errorType: "ResponseError", opName: "ChatOpenAI" },
    ],
  ])(
    "I10 a fact that is %s is attributed to the step that lost it",
    async (what, injected, attribution) => {
      fault = injected;
      const { url, key } = inject("service");
      // Run once with the message and the question recorded, and once with only the verdict.
      for (const isToldOf of [true, false]) {
        const memtrace = new MemTrace({ url, apiKey: key });
        const graph = `langchain-${what.split(" ")[0]}-${isToldOf}`;
        await ask(memtrace, graph, isToldOf);
        await memtrace.close();
        expect((await attributedCase(graph)).attribution).toMatchObject(attribution);
      }
    },
  );
});
