/** The operations that the real LangChain.js records. */
import { AsyncLocalStorage } from "node:async_hooks";
import { InMemoryChatMessageHistory } from "@langchain/core/chat_history";
// This import sets up LangChain's own context, as LangGraph and the package `langchain` do.
import { getContextVariable, setContextVariable } from "@langchain/core/context";
import { AIMessage, HumanMessage } from "@langchain/core/messages";
import { RunnableLambda } from "@langchain/core/runnables";
import { DynamicStructuredTool, tool } from "@langchain/core/tools";
import { ChatOpenAI } from "@langchain/openai";
import { MemTrace } from "@memtrace/sdk";
import { MemTraceHandler, observeChatHistory } from "@memtrace/sdk/langchain";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startCollector } from "../sdk/support/collector.ts";
import { linksOf } from "../sdk/support/traced.ts";
import { runDocumented } from "./support/documented.ts";
import { traced } from "./support/recorded.ts";
import { type ScriptedOpenAI, startScriptedOpenAI, textOf } from "./support/scripted-openai.ts";

let server: ScriptedOpenAI;
beforeAll(async () => {
  server = await startScriptedOpenAI((messages) => {
    const said = textOf(messages.at(-1));
    if (said === "Remember it!") return { tool: "remember", args: { text: "likes green tea" } };
    return said === "break" ? undefined : `You said: ${said}`;
  });
});
afterAll(() => server.close());

const modelOf = () =>
  new ChatOpenAI({
    apiKey: "none",
    model: "scripted",
    maxRetries: 0,
    configuration: { baseURL: server.url },
  });

describe("LangChain.js", () => {
  it("I11 a run is an operation from input to output, and a model's prompt is identified by its texts", async () => {
    const { graph, problems } = await traced(async (memtrace) => {
      memtrace.variable("I like green tea", { name: "turn-1", category: "message" });
      const answer = await modelOf().invoke(
        [new AIMessage("Hello, what do you like?"), new HumanMessage("I like green tea")],
        { callbacks: [new MemTraceHandler(memtrace)] },
      );
      expect(answer.content).toBe("You said: I like green tea");
    });
    expect(linksOf(graph, "ChatOpenAI")).toEqual([
      "Hello, what do you like? → You said: I like green tea",
      "I like green tea → You said: I like green tea",
    ]);
    expect(graph.versionsOf("turn-1")).toHaveLength(1);
    expect([...graph.operations.values()]).toMatchObject([{ category: "generation" }]);
    expect(problems).toEqual([]);
  });

  it("I11 operations in the code of a run belong to the run, and a run belongs to the calling operation", async () => {
    const { graph, problems } = await traced(async (memtrace) => {
      const recall = memtrace.operation("recall", (_: string) => ["She likes green tea."]);
      const model = modelOf();
      const chain = RunnableLambda.from(async (question: string) => {
        const [unit] = recall(question);
        return model.invoke(`Given: ${unit} ${question}`);
      }).withConfig({ runName: "answering" });
      const ask = memtrace.operation("ask", async (question: string) => {
        const callbacks = [new MemTraceHandler(memtrace)];
        const { content } = await chain.invoke(question, { callbacks });
        return content;
      });
      await ask("What does she drink?");
    });
    const prompt = "Given: She likes green tea. What does she drink?";
    expect(linksOf(graph, "ChatOpenAI")).toEqual([`${prompt} → You said: ${prompt}`]);
    expect(linksOf(graph, "answering")).toEqual([
      `She likes green tea. → ${prompt}`,
      `What does she drink? → ${prompt}`,
    ]);
    const operations = new Map([...graph.operations.values()].map((each) => [each.name, each]));
    const outerOf = (name: string) => operations.get(name)?.metadata?.inside;
    expect(outerOf("recall")).toBe(operations.get("answering")?.id);
    expect(outerOf("ChatOpenAI")).toBe(operations.get("answering")?.id);
    expect(outerOf("answering")).toBe(operations.get("ask")?.id);
    expect(problems).toEqual([]);
  });

  it("I11 the prompt of a long conversation is recorded as its beginning and its latest messages", async () => {
    const said = Array.from({ length: 60 }, (_, at) => new HumanMessage(`I said this as ${at}.`));
    const { graph, problems } = await traced(async (memtrace) => {
      await modelOf().invoke(said, { callbacks: [new MemTraceHandler(memtrace)] });
    });
    const prompt = linksOf(graph, "ChatOpenAI").map((link) => link.split(" → ")[0]);
    const shown = said.filter((_, at) => at === 0 || at > 10).map(({ content }) => content);
    expect(new Set(prompt)).toEqual(new Set(shown));
    expect(problems).toEqual([]);
  });

  it("I12 the contexts of LangChain and of the app stay unchanged", async () => {
    const own = new AsyncLocalStorage<string>();
    const seen: unknown[] = [];
    await traced(async (memtrace) => {
      const inner = RunnableLambda.from(async () => {
        seen.push(own.getStore(), getContextVariable("turn"));
      });
      const outer = RunnableLambda.from(async () => {
        setContextVariable("turn", "first");
        await inner.invoke({});
      });
      const callbacks = [new MemTraceHandler(memtrace)];
      await own.run("mine", () => outer.invoke({}, { callbacks }));
    });
    expect(seen).toEqual(["mine", "first"]);
  });

  it("I11 a tool is an operation", async () => {
    const { graph } = await traced(async (memtrace) => {
      const search = tool(async (query: string) => `found for ${query}: green tea`, {
        name: "search_memory",
        description: "Searches the memory.",
      });
      await search.invoke("what she drinks", { callbacks: [new MemTraceHandler(memtrace)] });
    });
    expect(linksOf(graph, "search_memory")).toEqual([
      "what she drinks → found for what she drinks: green tea",
    ]);
  });

  it("I11 a tool's arguments link to the answer that called the tool", async () => {
    const { graph, problems } = await traced(async (memtrace) => {
      const properties = { text: { type: "string" } } as const;
      const schema = { type: "object", properties, required: ["text"] } as const;
      const remember = new DynamicStructuredTool({
        ...{ name: "remember", description: "Remembers a fact.", schema },
        func: async ({ text }: { text: string }) => `remembered: ${text}`,
      });
      const model = modelOf().bindTools([remember]);
      const chain = RunnableLambda.from(async (said: string) => {
        const [call] = (await model.invoke(said)).tool_calls ?? [];
        return call && remember.invoke({ ...call, type: "tool_call" });
      }).withConfig({ runName: "calling" });
      await chain.invoke("Remember it!", { callbacks: [new MemTraceHandler(memtrace)] });
    });
    expect(linksOf(graph, "calling")).toEqual([
      expect.stringMatching(/"args":\{"text":"likes green tea"\}.* → likes green tea$/),
    ]);
    expect(linksOf(graph, "remember")).toEqual(["likes green tea → remembered: likes green tea"]);
    expect(problems).toEqual([]);
  });

  it("I12 concurrent runs keep their own values", async () => {
    const { graph } = await traced(async (memtrace) => {
      const callbacks = [new MemTraceHandler(memtrace)];
      const model = modelOf();
      const chain = RunnableLambda.from(async (name: string) => {
        await model.invoke(`Who is ${name}, at first?`);
        return model.invoke(`And who is ${name} now?`);
      }).withConfig({ runName: "asking" });
      await Promise.all(
        ["Ada Lovelace", "Alan Turing"].map((name) => chain.invoke(name, { callbacks })),
      );
    });
    for (const name of ["Ada Lovelace", "Alan Turing"]) {
      expect(linksOf(graph, "asking").filter((link) => link.includes(name))).toEqual([
        `${name} → And who is ${name} now?`,
        `${name} → Who is ${name}, at first?`,
        `You said: Who is ${name}, at first? → And who is ${name} now?`,
      ]);
    }
    expect(linksOf(graph, "asking")).toHaveLength(6);
  });

  it("I12 a stream reaches the app as a stream, and its full text is the result", async () => {
    const { graph } = await traced(async (memtrace) => {
      let read = "";
      const chain = modelOf().pipe(RunnableLambda.from(({ content }: AIMessage) => `${content}!`));
      const callbacks = [new MemTraceHandler(memtrace)];
      for await (const piece of await chain.stream("in one go", { callbacks })) read += piece;
      expect(read).toBe("You said: in one go!");
    });
    expect(linksOf(graph, "ChatOpenAI")).toEqual(["in one go → You said: in one go"]);
    expect(linksOf(graph, "RunnableLambda")).toEqual([
      "You said: in one go → You said: in one go!",
    ]);
  });

  it("I12 an error reaches the app and marks every run that it ends", async () => {
    const { graph, problems } = await traced(async (memtrace) => {
      const chain = modelOf()
        .pipe(({ content }) => content)
        .withConfig({ runName: "chain" });
      const callbacks = [new MemTraceHandler(memtrace)];
      await expect(chain.invoke("break", { callbacks })).rejects.toThrow("the script refuses");
    });
    expect([...graph.operations.values()].map(({ name, status }) => [name, status])).toEqual([
      ["chain", "error"],
      ["ChatOpenAI", "error"],
    ]);
    expect(problems).toEqual([]);
  });

  it("I12 without a key, everything runs as without tracing", async () => {
    const memtrace = new MemTrace({ apiKey: "", onError: () => {} });
    const history = observeChatHistory(memtrace, new InMemoryChatMessageHistory());
    const message = new HumanMessage("I like tea");
    await history.addMessage(message);
    const [kept] = await history.getMessages();
    expect(kept).toBe(message);
    const callbacks = [new MemTraceHandler(memtrace)];
    const { content } = await modelOf().invoke("hello", { callbacks });
    expect(content).toBe("You said: hello");
  });

  it("I13 the trace of a chat history shows added, read and cleared messages", async () => {
    const { graph, problems } = await traced(async (memtrace) => {
      const history = observeChatHistory(memtrace, new InMemoryChatMessageHistory());
      expect(observeChatHistory(memtrace, history)).toBe(history);
      await history.addMessages([
        new HumanMessage("I like green tea"),
        new AIMessage("Noted, tea."),
      ]);
      expect(await history.getMessages()).toHaveLength(2);
      await history.clear();
    });
    expect(linksOf(graph, "addMessages")).toEqual([
      "I like green tea → I like green tea",
      "Noted, tea. → Noted, tea.",
    ]);
    expect(linksOf(graph, "getMessages")).toEqual([
      "all messages → I like green tea",
      "all messages → Noted, tea.",
    ]);
    expect(linksOf(graph, "clear")).toEqual([
      "I like green tea → deleted",
      "Noted, tea. → deleted",
    ]);
    expect(problems).toEqual([]);
  });

  it("I13 clearing a chat history deletes the messages added in the running graph", async () => {
    const { graph, problems } = await traced(async (memtrace) => {
      const history = observeChatHistory(memtrace, new InMemoryChatMessageHistory());
      await memtrace.graph("other", () => history.addMessage(new HumanMessage("I like coffee")));
      await history.addMessage(new HumanMessage("I like green tea"));
      await history.clear();
    });
    expect(linksOf(graph, "clear")).toEqual(["I like green tea → deleted"]);
    expect([...graph.variables.values()].map(({ value }) => value)).not.toContain("I like coffee");
    expect(problems).toEqual([]);
  });

  it("I19 the code of docs/integrations/langchain.md compiles and runs unchanged", async () => {
    const collector = await startCollector();
    const { compiler, printed } = await runDocumented("langchain.md", {
      ...{ MEMTRACE_API_KEY: "k", MEMTRACE_URL: collector.url },
      ...{ OPENAI_API_KEY: "none", OPENAI_BASE_URL: server.url },
    });
    await collector.close();
    const graph = collector.graph("ada");
    expect([compiler, printed]).toEqual(["", ""]);
    const said = "By the way, the spare key is kept under the blue flowerpot.";
    expect(linksOf(graph, "similaritySearch")).toEqual([
      `Under what is the spare key kept? → ${said}`,
    ]);
    expect(graph.verdicts).toMatchObject([{ score: 1 }]);
    expect([collector.rejected, graph.pending]).toEqual([[], []]);
  });
});
