/** A scripted server for the parts of Letta's API that the tests use, including its agent. */
import { KEY } from "./conversation.ts";
import { type ScriptedService, startScriptedService } from "./scripted-service.ts";

export type LettaFault = "tool forgets" | "not found" | "ignored" | "none";

interface Row {
  readonly id: string;
  text: string;
}

/** The agent stores each message in its archive, and answers from what it finds there. */
export async function startScriptedLetta(fault: LettaFault): Promise<ScriptedService> {
  const passages: Row[] = [];
  const block = { id: "block-1", label: "human", value: "The user lives by a canal." };
  const keep = (text: string) => {
    const row = { id: `passage-${passages.length + 1}`, text };
    passages.push(row);
    return row;
  };
  const found = () => passages.filter(({ text }) => fault !== "not found" || !KEY.test(text));
  const stored = (said: string) => said.replace("By the way, the", "The").replace("My", "Her");
  return startScriptedService(({ method, path, body }) => {
    const [, , , , part = "", id = ""] = path.split("/");
    if (path === "/v1/agents/") return { id: "agent-1", blocks: [block] };
    if (part === "core-memory") {
      if (method === "PATCH") block.value = body.value;
      return block;
    }
    if (part === "archival-memory") {
      if (id === "search") {
        const results = found().map(({ id: row, text }) => ({ id: row, content: text }));
        return { count: results.length, results };
      }
      if (method === "POST") return [keep(stored(body.text))];
      if (method === "DELETE")
        passages.splice(
          passages.findIndex((row) => row.id === id),
          1,
        );
      return method === "DELETE" ? {} : passages;
    }
    if (part === "messages") return { messages: turnOf(body.messages[0].content) };
    return undefined;
  });

  function turnOf(said: string): unknown[] {
    const call = (name: string, args: object, returned: unknown) => [
      {
        id: `message-${name}`,
        message_type: "tool_call_message",
        tool_call: { name, arguments: JSON.stringify(args), tool_call_id: "call-1" },
      },
      {
        id: `message-${name}`,
        message_type: "tool_return_message",
        tool_call_id: "call-1",
        tool_return: JSON.stringify(returned),
        status: "success",
      },
    ];
    const reply = (content: string) => ({
      id: "message-reply",
      message_type: "assistant_message",
      content,
    });
    if (said.endsWith("?")) {
      const rows = found().map(({ id, text }) => ({ id, content: text }));
      const known = rows.find(({ content }) => fault !== "ignored" && KEY.test(content));
      return [
        ...call("archival_memory_search", { query: said }, rows),
        reply(known?.content ?? "I do not know that."),
      ];
    }
    if (fault === "tool forgets" && KEY.test(said)) return [reply("I see.")];
    const content = stored(said);
    const { id } = keep(content);
    return [
      ...call("archival_memory_insert", { content }, `Memory inserted with ID ${id}`),
      reply("I see."),
    ];
  }
}
