/**
 * Calls one OpenAI-compatible endpoint. It requests the answer as a stream: then a pause without
 * data shows early that the endpoint has stopped.
 */
import { OpenAI } from "openai";
import type { ModelRequest } from "../protocol/model.ts";
import {
  ANSWER_BOUNDS,
  AnswerParts,
  type EndpointAnswer,
  estimate,
  onlyPart,
} from "./answer-parts.ts";
import { boundedResponse } from "./bounded-response.ts";
import { type Concession, chatRequest, concessionAfter } from "./chat-request.ts";
import { type Fault, faultOf } from "./fault.ts";
import { Patience, type PatienceLimits } from "./patience.ts";

export interface ModelEndpoint {
  /** Base URL, such as `https://api.example.com/v1`. */
  readonly url: string;
  readonly model: string;
  /** Null if the endpoint needs no key. */
  readonly key: string | null;
  readonly usdPerMillionInput: number;
  readonly usdPerMillionOutput: number;
  /** Embedding model. Empty if the endpoint offers no embeddings. */
  readonly embeddingsModel: string;
  readonly usdPerMillionEmbedded: number;
}

/**
 * Maximum bytes of a response with vectors. Enough for 64 vectors of 4,096 numbers with up to 30
 * characters each.
 */
const VECTOR_BYTES = 8_000_000;
const VECTOR_BOUNDS = {
  ...{ wholeBytes: VECTOR_BYTES, streamBytes: VECTOR_BYTES, lineBytes: VECTOR_BYTES },
};

export interface EndpointVectors {
  readonly ok: true;
  readonly vectors: readonly (readonly number[])[];
  readonly tokens: number;
}

export interface Transport extends PatienceLimits {
  fetch(url: string, request: RequestInit): Promise<Response>;
}

/** Calls one model, over HTTP or through a binding. */
export interface ModelClient {
  readonly endpoint: ModelEndpoint;
  ask(request: ModelRequest): Promise<EndpointAnswer | Fault>;
  embed(texts: readonly string[]): Promise<EndpointVectors | Fault>;
}

export class EndpointClient implements ModelClient {
  readonly endpoint: ModelEndpoint;
  readonly #client: OpenAI;
  readonly #transport: Transport;
  /** Fields that this endpoint has refused. Later requests omit them. */
  readonly #conceded = new Set<Concession>();

  constructor(endpoint: ModelEndpoint, transport: Transport) {
    this.endpoint = endpoint;
    this.#transport = transport;
    this.#client = new OpenAI({
      baseURL: endpoint.url,
      apiKey: endpoint.key ?? "none",
      organization: null,
      project: null,
      maxRetries: 0,
      logLevel: "off",
      // Refuse redirects: they could lead to an address that is forbidden for endpoints.
      fetch: async (url, init) => {
        const response = await transport.fetch(String(url), { ...init, redirect: "manual" });
        const isChat = String(url).endsWith("/chat/completions");
        return boundedResponse(response, isChat ? ANSWER_BOUNDS : VECTOR_BOUNDS);
      },
    });
  }

  async ask(request: ModelRequest): Promise<EndpointAnswer | Fault> {
    for (;;) {
      const answer = await this.#askOnce(request);
      if (answer.ok) return answer;
      const refused = concessionAfter(answer);
      if (refused === undefined || this.#conceded.has(refused)) return answer;
      this.#conceded.add(refused);
    }
  }

  async embed(texts: readonly string[]): Promise<EndpointVectors | Fault> {
    const patience = new Patience(this.#transport);
    try {
      const body = { model: this.endpoint.embeddingsModel, input: [...texts] };
      const { data, usage } = await patience.orFail(
        this.#client.embeddings.create(
          { ...body, encoding_format: "float" },
          { signal: patience.signal },
        ),
      );
      const vectors = data.toSorted((a, b) => a.index - b.index).map(({ embedding }) => embedding);
      const isWhole = vectors.length === texts.length && vectors.every((v) => v.length > 0);
      if (!isWhole) throw new Error("not a vector for each text");
      return { ok: true, vectors, tokens: usage?.prompt_tokens ?? estimate(texts.join("").length) };
    } catch (error) {
      patience.end();
      return faultOf(error);
    }
  }

  async #askOnce(request: ModelRequest): Promise<EndpointAnswer | Fault> {
    const patience = new Patience(this.#transport);
    const body = chatRequest(this.endpoint.model, request, this.#conceded);
    let begun: AnswerParts | undefined;
    try {
      const { data, response } = await patience.orFail(
        this.#client.chat.completions.create(body, { signal: patience.signal }).withResponse(),
      );
      const read = new AnswerParts();
      begun = read;
      // Many proxies answer with JSON even if a stream was requested.
      const isWhole = response.headers.get("content-type")?.includes("json") === true;
      const parts = (isWhole ? onlyPart(response) : data)[Symbol.asyncIterator]();
      for (;;) {
        const next = await patience.orFail(parts.next());
        if (next.done === true) break;
        read.add(next.value);
      }
      return read.answer(body.messages);
    } catch (error) {
      patience.end();
      return begun === undefined
        ? faultOf(error)
        : { ...faultOf(error), used: begun.used(body.messages) };
    }
  }
}
