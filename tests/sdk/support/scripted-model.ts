/** An OpenAI-compatible server with a scripted model. It keeps all requests. */

import { createServer } from "node:http";
import { listen } from "../../../src/local/listen.ts";

export interface ScriptedModel {
  readonly url: string;
  readonly asked: { path: string; body: Record<string, unknown> }[];
  close(): Promise<void>;
}

/**
 * `answer` returns the text for the last message. If `answer` returns undefined, the server fails.
 */
export async function startScriptedModel(
  answer: (said: string, body: Record<string, unknown>) => string | undefined,
): Promise<ScriptedModel> {
  const asked: ScriptedModel["asked"] = [];
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    const body: Record<string, unknown> = JSON.parse(Buffer.concat(chunks).toString("utf8"));
    asked.push({ path: request.url ?? "", body });
    const said = [body.messages ?? body.input].flat().at(-1);
    const text = answer(typeof said === "string" ? said : String(Object(said).content), body);
    if (text === undefined) return response.writeHead(400).end('{"error":{"message":"no model"}}');
    const isChat = request.url?.endsWith("/chat/completions");
    if (body.stream === true) {
      response.writeHead(200, { "Content-Type": "text/event-stream" });
      for (const piece of text.split(/(?<= )/)) {
        const event = isChat
          ? { choices: [{ index: 0, delta: { content: piece } }] }
          : { type: "response.output_text.delta", delta: piece };
        response.write(`data: ${JSON.stringify(event)}\n\n`);
      }
      return response.end("data: [DONE]\n\n");
    }
    const message = { role: "assistant", content: text };
    const content = [{ type: "output_text", text, annotations: [] }];
    const whole = isChat
      ? { id: "c", object: "chat.completion", choices: [{ index: 0, message }] }
      : { id: "r", object: "response", output: [{ type: "message", role: "assistant", content }] };
    return response
      .writeHead(200, { "Content-Type": "application/json" })
      .end(JSON.stringify(whole));
  });
  const { url, close } = await listen(server);
  return {
    url: `${url}/v1`,
    asked,
    close,
  };
}
