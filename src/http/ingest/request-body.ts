import type { MiddlewareHandler } from "hono";
import * as z from "zod";
import { type JsonFault, parseJson } from "../../protocol/json/json-text.ts";
import { mayHoldHalves, wellFormed } from "../../protocol/json/well-formed.ts";
import { MAX_JSON_BODY_BYTES } from "../../protocol/limits.ts";
import { unknownFields } from "../../protocol/unknown-fields.ts";
import type { HttpEnv } from "../context.ts";
import { ApiError } from "../errors.ts";

const UTF_8 = new TextDecoder("utf-8", { fatal: true, ignoreBOM: false });

/** Checks the size and refuses unknown fields. The values are validated later. */
export function readJsonBody(schema: z.ZodType): MiddlewareHandler<HttpEnv> {
  return async (c, next) => {
    const text = await readText(c.req.raw, MAX_JSON_BODY_BYTES);
    if (text !== "" || c.req.header("content-type") !== undefined) {
      const value = refuseUnknownFields(text, schema);
      const body = mayHoldHalves(text) ? JSON.stringify(wellFormed(value)) : text;
      c.req.raw = new Request(c.req.raw, { body });
    }
    await next();
  };
}

/**
 * Refuses a body for an operation that takes none. If the body were ignored, the sender could
 * believe that a filter in it works.
 */
export const refuseBody: MiddlewareHandler<HttpEnv> = async (c, next) => {
  const text = await readText(c.req.raw, MAX_JSON_BODY_BYTES);
  if (text.trim() !== "") {
    const value = refuseUnknownFields(text, z.object({}));
    if (typeof value !== "object" || Array.isArray(value)) {
      throw new ApiError("invalid_request", `body: this operation takes no body. ${UNCHANGED}`);
    }
  }
  await next();
};

const UNCHANGED = "Nothing was changed.";
const NAMED_FIELDS = 3;

function refuseUnknownFields(text: string, schema: z.ZodType): unknown {
  const parsed = parseJson(text);
  if (!parsed.ok) throw malformed(parsed.fault, UNCHANGED);
  const unknown: string[] = [];
  for (const sentence of unknownFields(schema, parsed.value)) {
    if (unknown.push(sentence) === NAMED_FIELDS) break;
  }
  if (unknown.length === 0) return parsed.value;
  throw new ApiError("invalid_request", [...unknown, UNCHANGED].join(" "));
}

export function malformed({ line, column, message }: JsonFault, consequence: string): ApiError {
  return new ApiError("invalid_json", `Line ${line}, column ${column}: ${message}. ${consequence}`);
}

/**
 * A body that is up to this many times as large as the limit is read to its end before it is
 * refused. Without this, a client that is still sending could see a broken connection and not the
 * answer.
 */
const GRACE = 2;

/**
 * @throws ApiError 413 if the body is too large, 415 if its encoding is unknown, 400 if it is
 * damaged or not UTF-8
 */
export async function readText(request: Request, maxBytes: number): Promise<string> {
  const bytes = await readBytes(request, maxBytes);
  try {
    return UTF_8.decode(bytes);
  } catch {
    throw malformed(findBadBytes(bytes), "Send the body as UTF-8.");
  }
}

/**
 * @throws ApiError 413 if the body is too large, 415 if its encoding is unknown, 400 if it is
 * damaged
 */
export async function readBytes(request: Request, maxBytes: number): Promise<Uint8Array> {
  const declared = Number(request.headers.get("content-length") ?? 0);
  if (declared > maxBytes * GRACE) throw tooLarge(maxBytes);
  const isGzip = isCompressed(request.headers.get("content-encoding"));
  // A body is never longer than its declared length. So if this length is within the limit, the
  // body can be read in one piece, which is faster.
  const isBounded = !isGzip && declared > 0 && declared <= maxBytes;
  const reading = isBounded ? readWhole(request) : readParts(request, isGzip, maxBytes);
  return reading.catch((error) => {
    if (error instanceof ApiError) throw error;
    const message = isGzip
      ? "Content-Encoding says gzip, but the body is not one whole gzip stream. Compress it again, or send it uncompressed."
      : "The body ended too early. Send it again.";
    throw new ApiError("invalid_json", message);
  });
}

async function readWhole(request: Request): Promise<Uint8Array> {
  return new Uint8Array(await request.arrayBuffer());
}

async function readParts({ body }: Request, isGzip: boolean, maxBytes: number) {
  if (body === null) return new Uint8Array();
  return readAtMost(isGzip ? body.pipeThrough(new DecompressionStream("gzip")) : body, maxBytes);
}

function isCompressed(encoding: string | null): boolean {
  const name = (encoding ?? "").trim().toLowerCase();
  if (name !== "" && name !== "identity" && name !== "gzip") {
    throw new ApiError(
      "unsupported_media_type",
      `Content-Encoding is ${name.slice(0, 40)}; send gzip, or no encoding.`,
    );
  }
  return name === "gzip";
}

/**
 * Finds the first invalid byte. For this, decodes the bytes to text, and encodes the text again.
 * The decoder replaces invalid bytes. So the first byte that has changed is the first invalid one.
 */
function findBadBytes(bytes: Uint8Array): JsonFault {
  const forgiving = new TextDecoder("utf-8", { fatal: false, ignoreBOM: true });
  const mended = new TextEncoder().encode(forgiving.decode(bytes));
  const place = bytes.findIndex((byte, at) => byte !== mended[at]);
  const offset = place < 0 ? bytes.length : place;
  const before = bytes.subarray(0, offset);
  const lines = forgiving.decode(before).split("\n");
  return {
    line: lines.length,
    column: (lines.at(-1)?.length ?? 0) + 1,
    message: "the bytes are not UTF-8",
  };
}

/**
 * Reads the stream, but keeps no more bytes than the limit. Otherwise, a small compressed body
 * could fill the memory.
 */
async function readAtMost(stream: ReadableStream<Uint8Array>, maxBytes: number) {
  const chunks: Uint8Array[] = [];
  let size = 0;
  const reader = stream.getReader();
  for (;;) {
    const { done, value } = await reader.read();
    if (done) break;
    size += value.byteLength;
    if (size <= maxBytes) chunks.push(value);
    else chunks.length = 0;
    if (size > maxBytes * GRACE) {
      await reader.cancel();
      break;
    }
  }
  if (size > maxBytes) throw tooLarge(maxBytes);
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
