/** Reads a request's body as text: at most so many bytes, also when it is compressed. */
import type { MiddlewareHandler } from "hono";
import { type JsonFault, parseJson } from "../protocol/json-text.ts";
import { MAX_JSON_BODY_BYTES } from "../protocol/limits.ts";
import type { HttpEnv } from "./context.ts";
import { ApiError } from "./errors.ts";

/** Lets a body through that is JSON and of a moderate size. Validation follows it. */
export const readJsonBody: MiddlewareHandler<HttpEnv> = async (c, next) => {
  const text = await readText(c.req.raw, MAX_JSON_BODY_BYTES);
  if (text !== "" || c.req.header("content-type") !== undefined) {
    const parsed = parseJson(text);
    if ("fault" in parsed) throw malformed(parsed.fault, "Nothing was changed.");
    c.req.raw = new Request(c.req.raw, { body: text });
  }
  await next();
};

export function malformed({ line, column, message }: JsonFault, consequence: string): ApiError {
  return new ApiError("invalid_json", `Line ${line}, column ${column}: ${message}. ${consequence}`);
}

/** @throws ApiError 413 over the limit, 415 for an unknown encoding, 400 for damaged bytes */
export async function readText(request: Request, maxBytes: number): Promise<string> {
  const declared = Number(request.headers.get("content-length") ?? 0);
  if (declared > maxBytes) throw tooLarge(maxBytes);
  if (request.body === null) return "";
  const stream = decoded(request.body, request.headers.get("content-encoding"));
  const bytes = await readAtMost(stream, maxBytes);
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: false }).decode(bytes);
  } catch {
    throw new ApiError("invalid_json", "The body is not valid UTF-8.");
  }
}

function decoded(body: ReadableStream<Uint8Array>, encoding: string | null) {
  const name = (encoding ?? "").trim().toLowerCase();
  if (name === "" || name === "identity") return body;
  if (name !== "gzip") {
    throw new ApiError(
      "unsupported_media_type",
      `Content-Encoding is ${encoding}; send gzip, or none.`,
    );
  }
  return body.pipeThrough(new DecompressionStream("gzip"));
}

/** Stops reading at the limit, so that a small body cannot unfold into a large one. */
async function readAtMost(stream: ReadableStream<Uint8Array>, maxBytes: number) {
  const chunks: Uint8Array[] = [];
  let size = 0;
  const reader = stream.getReader();
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) break;
      size += value.byteLength;
      if (size > maxBytes) {
        await reader.cancel();
        throw tooLarge(maxBytes);
      }
      chunks.push(value);
    }
  } catch (error) {
    if (error instanceof ApiError) throw error;
    throw new ApiError("invalid_json", "The body broke off, or is not valid gzip.");
  }
  const bytes = new Uint8Array(size);
  let offset = 0;
  for (const chunk of chunks) {
    bytes.set(chunk, offset);
    offset += chunk.byteLength;
  }
  return bytes;
}

function tooLarge(maxBytes: number): ApiError {
  return new ApiError(
    "too_large",
    `The body is larger than ${Math.floor(maxBytes / 1024 / 1024)} MiB after decompression. Send it in smaller parts.`,
  );
}
