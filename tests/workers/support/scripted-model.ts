/** Replaces `fetch` with a scripted model that uses the real protocol. */
import { vi } from "vitest";
import {
  type ChatBody,
  chunksOf,
  embeddingsOf,
  type ScriptedAnswer,
} from "../../llm/support/chat-chunks.ts";

export interface Asked {
  readonly url: string;
  readonly authorization: string | null;
  readonly body: ChatBody;
}

type Answer = ScriptedAnswer | Response;
type Script = (body: ChatBody) => Answer | Promise<Answer>;

export class ScriptedModel {
  readonly asked: Asked[] = [];
  /** The embeddings requests so far. */
  readonly embedded: ChatBody[] = [];
  /** Decides each answer. */
  script: Script;

  constructor(script: Script) {
    this.script = script;
    vi.spyOn(globalThis, "fetch").mockImplementation(async (input, init) => {
      const request = new Request(input, init);
      if (request.url.endsWith("/embeddings")) {
        const body = await request.json<ChatBody>();
        this.embedded.push(body);
        return Response.json(embeddingsOf(body));
      }
      if (!request.url.includes("/chat/completions")) return new Response(null, { status: 204 });
      const body = await request.json<ChatBody>();
      const { url, headers } = request;
      this.asked.push({ url, authorization: headers.get("authorization"), body });
      const answer = await this.script(body);
      if (answer instanceof Response) return answer;
      return new Response(chunksOf(answer).join(""), {
        headers: { "content-type": "text/event-stream" },
      });
    });
  }

  close(): void {
    vi.restoreAllMocks();
  }
}
