/** `@memtrace/sdk/openai`: traces the calls of an OpenAI client. */
import type { MemTrace } from "./client.ts";
import { encode, isObject } from "./encode.ts";
import { replaceMethod } from "./instrument.ts";
import type { AnyFunction } from "./trace-function.ts";

/** What of requests, answers and pieces of streams is read. */
interface Spoken {
  model?: unknown;
  instructions?: unknown;
  input?: unknown;
  messages?: unknown;
  stream?: unknown;
  content?: unknown;
  text?: unknown;
  delta?: unknown;
  choices?: { message?: Spoken; delta?: Spoken }[];
  output_text?: unknown;
  tool_calls?: unknown;
  output?: unknown;
}

type Create = (body: Spoken, options?: unknown) => PromiseLike<Spoken>;

/**
 * Traces `chat.completions.create` and `responses.create` of the client, in place: every message of
 * the prompt is an input, known by its text where it was recorded before, and the text of the answer
 * is the result, of a stream when it ends.
 */
export function observeOpenAI<T extends object>(memtrace: MemTrace, client: T): T {
  const wrap = (name: string) => (method: AnyFunction) => traceCreate(memtrace, name, method);
  replaceMethod(client, "chat.completions.create", wrap("chat"));
  if ("responses" in client) replaceMethod(client, "responses.create", wrap("respond"));
  return client;
}

function traceCreate(memtrace: MemTrace, name: string, method: AnyFunction): AnyFunction {
  const traced = <A>(model: unknown, answer: (prompt: readonly string[]) => A) =>
    memtrace.operation(
      name,
      {
        category: "generation",
        metadata: { model },
        input: { category: "prompt" },
        output: (said) => ({ value: textOf(said), category: "llm_response" }),
      },
      answer,
    );
  return function create(this: unknown, ...args: Parameters<Create>) {
    const [body] = args;
    const send = () => Reflect.apply(method as Create, this, args);
    if (!memtrace.enabled) return send();
    const prompt = [body.instructions, body.input ?? body.messages].flat().flatMap(textsOf);
    if (!body.stream) return traced(body.model, send)(prompt);
    const sent = send();
    let end: (text: string) => void = () => undefined;
    let fail: (error: unknown) => void = () => undefined;
    const whole = new Promise<string>((resolve, reject) => {
      end = resolve;
      fail = reject;
    });
    traced(body.model, () => whole)(prompt).catch(() => undefined);
    const { then } = sent;
    const watched: typeof then = (taken, refused) =>
      then
        .call(
          sent,
          (stream) => watch(stream, end, fail),
          (error) => {
            fail(error);
            throw error;
          },
        )
        .then(taken as never, refused);
    // biome-ignore lint/suspicious/noThenProperty: it is the one that there is
    Object.defineProperty(sent, "then", { value: watched, configurable: true, writable: true });
    return sent;
  } as AnyFunction;
}

/** The same stream; its pieces are put together as the app reads them. */
function watch(stream: object, end: (text: string) => void, fail: (error: unknown) => void) {
  const pieces: AsyncIterable<Spoken> = { [Symbol.asyncIterator]: iteratorOf(stream) };
  const value = async function* () {
    let text = "";
    try {
      for await (const piece of pieces) {
        const said = piece.choices?.[0]?.delta?.content ?? piece.delta;
        if (typeof said === "string") text += said;
        yield piece;
      }
      end(text);
    } catch (error) {
      fail(error);
      throw error;
    } finally {
      // The app left early: what it had read by then.
      end(text);
    }
  };
  Object.defineProperty(stream, Symbol.asyncIterator, { value, configurable: true });
  return stream;
}

function iteratorOf(stream: object): () => AsyncIterator<Spoken> {
  const make: unknown = Reflect.get(stream, Symbol.asyncIterator);
  return () => Reflect.apply(make as () => AsyncIterator<Spoken>, stream, []);
}

/** The texts of a message, or of its parts. */
function textsOf(message: unknown): string[] {
  if (typeof message === "string") return [message];
  if (!isObject(message)) return [];
  const { content, text, output, tool_calls: calls } = message as Spoken;
  const parts = [content ?? text ?? output ?? []].flat().flatMap(textsOf);
  return calls ? [...parts, encode(calls)] : parts;
}

/** What was answered; calls of tools where nothing was said. */
function textOf(answer: unknown): string {
  if (!isObject(answer)) return encode(answer);
  const { choices, output_text: said, output } = answer as Spoken;
  const { content, tool_calls: calls } = choices?.[0]?.message ?? {};
  return encode(said || content || calls || output || answer);
}
