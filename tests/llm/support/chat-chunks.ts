/** A scripted model's answers in the format of the chat completions protocol. */

export interface ChatBody {
  readonly model: string;
  readonly stream?: boolean;
  readonly messages: readonly {
    readonly role: string;
    readonly content: string;
    readonly tool_call_id?: string;
    readonly tool_calls?: readonly { function: { name: string; arguments: string } }[];
  }[];
  readonly tools?: readonly { function: { name: string; parameters: object } }[];
  readonly response_format?: { type: string; json_schema: { schema: object; strict: boolean } };
  readonly max_completion_tokens?: number;
  readonly max_tokens?: number;
  readonly temperature?: number;
  /** The input of an embeddings request. */
  readonly input?: readonly string[];
  readonly stream_options?: { include_usage: boolean };
}

export type ScriptedAnswer =
  | { readonly text: string; readonly usage?: readonly [number, number] | null }
  | { readonly calls: readonly { readonly name: string; readonly arguments: object | string }[] };

/**
 * Returns the same vector for all colours and another for all other texts. Puts the last text
 * first, as the protocol allows.
 */
export function embeddingsOf({ model, input = [] }: ChatBody): object {
  const data = input.map((text, index) => ({
    ...{ object: "embedding", index },
    embedding: /blue|azure|colour/i.test(text) ? [1, 0.125] : [0.125, 1],
  }));
  const usage = { prompt_tokens: 10 * input.length, total_tokens: 10 * input.length };
  return { object: "list", model, data: data.toReversed(), usage };
}

/** Returns the lines of the streamed answer in small pieces, as models send them. */
export function chunksOf(answer: ScriptedAnswer): string[] {
  const deltas = "calls" in answer ? callDeltas(answer) : textDeltas(answer.text);
  const usage = "text" in answer ? answer.usage : undefined;
  const [prompt, completion] = usage ?? [100, 10];
  return [
    OPENING,
    ...deltas.map((delta) => deltaChunk(delta)),
    deltaChunk({}, "calls" in answer ? "tool_calls" : "stop"),
    ...(usage === null
      ? []
      : [
          chunk({
            choices: [],
            usage: {
              prompt_tokens: prompt,
              completion_tokens: completion,
              total_tokens: prompt + completion,
            },
          }),
        ]),
    "data: [DONE]\n\n",
  ];
}

/** Returns the answer of an endpoint that does not stream: one JSON object. */
export function completionOf(answer: ScriptedAnswer): object {
  const calls = "calls" in answer ? answer.calls : [];
  const tool_calls = calls.map(({ name, arguments: given }, index) => ({
    ...{ id: `call_${index}`, type: "function" },
    function: { name, arguments: typeof given === "string" ? given : JSON.stringify(given) },
  }));
  const message = {
    ...{ role: "assistant", content: "text" in answer ? answer.text : null },
    ...(tool_calls.length > 0 ? { tool_calls } : {}),
  };
  const finish_reason = tool_calls.length > 0 ? "tool_calls" : "stop";
  const [prompt_tokens, completion_tokens] = ("text" in answer ? answer.usage : null) ?? [100, 10];
  return {
    ...{ id: "c1", object: "chat.completion", created: 0, model: "scripted" },
    choices: [{ index: 0, message, finish_reason }],
    usage: { prompt_tokens, completion_tokens, total_tokens: prompt_tokens + completion_tokens },
  };
}

export function deltaChunk(delta: object, finish: string | null = null): string {
  return chunk({ choices: [{ index: 0, delta, finish_reason: finish }] });
}

export const OPENING = deltaChunk({ role: "assistant", content: "" });

function textDeltas(text: string): object[] {
  return (text.match(/[\s\S]{1,7}/g) ?? []).map((content) => ({ content }));
}

function callDeltas({ calls }: Extract<ScriptedAnswer, { calls: unknown }>): object[] {
  return calls.flatMap((call, index) => {
    const text =
      typeof call.arguments === "string" ? call.arguments : JSON.stringify(call.arguments);
    const named = { name: call.name, arguments: "" };
    return [
      { tool_calls: [{ index, id: `call_${index}`, type: "function", function: named }] },
      ...(text.match(/[\s\S]{1,9}/g) ?? []).map((part) => ({
        tool_calls: [{ index, function: { arguments: part } }],
      })),
    ];
  });
}

function chunk(part: object): string {
  const head = { id: "c1", object: "chat.completion.chunk", created: 0, model: "scripted" };
  return `data: ${JSON.stringify({ ...head, ...part })}\n\n`;
}
