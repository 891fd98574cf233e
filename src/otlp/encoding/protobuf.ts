/**
 * Decodes Protobuf, but only the parts of the format that OTLP's trace messages use. The result has
 * the form of OTLP's JSON, in which ids are hexadecimal and 64-bit integers are text. So the same
 * code can read requests in both encodings. Unknown fields are skipped.
 */
type FieldType = "text" | "id" | "base64" | "bool" | "varint" | "int64" | "fixed64" | "double";
export interface ProtobufField {
  readonly name: string;
  readonly type: FieldType | { readonly message: string };
  readonly isRepeated?: boolean;
}
/** Maps the name of a message to its fields. The key of a field is its field number. */
export type Schema = Readonly<Record<string, Readonly<Record<number, ProtobufField>>>>;

export interface ByteFault {
  /** Index of the first invalid byte. */
  readonly offset: number;
  /** Path of the field, such as `resourceSpans.scopeSpans.spans`. */
  readonly path: string;
  readonly message: string;
}

export type Decoded =
  | { readonly value: Readonly<Record<string, unknown>> }
  | { readonly fault: ByteFault }
  | { readonly tooMany: number };

/** Maximum nesting of messages. Real attributes are not nested deeper. */
const MAX_DEPTH = 64;
const MAX_ID_BYTES = 16;
/**
 * Maximum number of messages in one request. An empty message has two bytes, but becomes a far
 * larger object. 8 MiB of real spans contain about 200,000 messages.
 */
const MAX_MESSAGES = 600_000;
const WIRE = { varint: 0, fixed64: 1, bytes: 2, fixed32: 5 } as const;
const SCALAR_WIRE: Readonly<Record<FieldType, number>> = {
  text: WIRE.bytes,
  id: WIRE.bytes,
  base64: WIRE.bytes,
  bool: WIRE.varint,
  varint: WIRE.varint,
  int64: WIRE.varint,
  fixed64: WIRE.fixed64,
  double: WIRE.fixed64,
};

/** Never throws: for malformed bytes, returns the position and the fault. */
export function decodeMessage(schema: Schema, message: string, bytes: Uint8Array): Decoded {
  try {
    return { value: new MessageReader(schema, bytes).message(message, bytes.length, []) };
  } catch (error) {
    if (error instanceof Malformed) return { fault: error.fault };
    if (error instanceof TooMany) return { tooMany: MAX_MESSAGES };
    throw error;
  }
}

/**
 * Returns the id in hexadecimal. A valid id has at most 16 bytes. From a longer id, only 17 bytes
 * are converted: this saves work, and the result is still too long, so the span is rejected.
 */
function hexOf(id: Uint8Array): string {
  const held = id.subarray(0, MAX_ID_BYTES + 1);
  return Array.from(held, (byte) => byte.toString(16).padStart(2, "0")).join("");
}

/**
 * The bytes are encoded in slices of this length. It is a multiple of three, so that only the last
 * slice gets padding.
 */
const BASE64_SLICE = 3 * 4096;

function base64Of(bytes: Uint8Array): string {
  let text = "";
  for (let at = 0; at < bytes.length; at += BASE64_SLICE) {
    text += btoa(String.fromCharCode(...bytes.subarray(at, at + BASE64_SLICE)));
  }
  return text;
}

class Malformed extends Error {
  readonly fault: ByteFault;
  constructor(fault: ByteFault) {
    super(fault.message);
    this.fault = fault;
  }
}

class TooMany extends Error {}

class MessageReader {
  readonly #schema: Schema;
  readonly #bytes: Uint8Array;
  readonly #view: DataView;
  readonly #text = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });
  #at = 0;
  #path: readonly string[] = [];
  #messages = 0;

  constructor(schema: Schema, bytes: Uint8Array) {
    this.#schema = schema;
    this.#bytes = bytes;
    this.#view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  }

  message(name: string, end: number, path: readonly string[]): Record<string, unknown> {
    if (path.length > MAX_DEPTH) this.#fail(`values are nested deeper than ${MAX_DEPTH} levels`);
    if (++this.#messages > MAX_MESSAGES) throw new TooMany();
    const fields = this.#schema[name] ?? {};
    const value: Record<string, unknown> = {};
    while (this.#at < end) {
      this.#path = path;
      const tag = this.#count(end);
      const [number, wire] = [Math.floor(tag / 8), tag % 8];
      if (number === 0) this.#fail("a field has the number 0");
      const field = fields[number];
      if (field === undefined) this.#skip(wire, end);
      else this.#read(field, wire, end, path, value);
    }
    return value;
  }

  #read(
    { name, type, isRepeated }: ProtobufField,
    wire: number,
    end: number,
    path: readonly string[],
    into: Record<string, unknown>,
  ): void {
    const inner = [...path, name];
    this.#path = inner;
    const expected = typeof type === "string" ? SCALAR_WIRE[type] : WIRE.bytes;
    if (wire !== expected) this.#fail(`the field has wire type ${wire} instead of ${expected}`);
    let value: unknown;
    if (typeof type === "string") value = this.#scalar(type, end);
    else value = this.message(type.message, this.#endOfBytes(end), inner);
    const before = into[name];
    if (!isRepeated) into[name] = value;
    else if (Array.isArray(before)) before.push(value);
    else into[name] = [value];
  }

  #scalar(type: FieldType, end: number): unknown {
    switch (type) {
      case "bool":
        return this.#count(end) !== 0;
      case "varint":
        return this.#count(end);
      case "int64":
        return BigInt.asIntN(64, this.#varint(end)).toString();
      case "fixed64":
        return this.#view.getBigUint64(this.#take(8, end), true).toString();
      case "double":
        return this.#view.getFloat64(this.#take(8, end), true);
    }
    const stop = this.#endOfBytes(end);
    const bytes = this.#bytes.subarray(this.#at, stop);
    if (type === "text") {
      try {
        return this.#text.decode(bytes);
      } catch {
        this.#fail("the text is not UTF-8");
      } finally {
        this.#at = stop;
      }
    }
    this.#at = stop;
    return type === "id" ? hexOf(bytes) : base64Of(bytes);
  }

  #skip(wire: number, end: number): void {
    if (wire === WIRE.varint) this.#count(end);
    else if (wire === WIRE.bytes) this.#at = this.#endOfBytes(end);
    else if (wire === WIRE.fixed64) this.#take(8, end);
    else if (wire === WIRE.fixed32) this.#take(4, end);
    else this.#fail(`wire type ${wire} does not exist in protobuf 3`);
  }

  #endOfBytes(end: number): number {
    const length = this.#count(end);
    if (length > end - this.#at) {
      this.#fail(`the length is ${length} bytes, but only ${end - this.#at} bytes are left`);
    }
    return this.#at + length;
  }

  #take(count: number, end: number): number {
    const start = this.#at;
    if (start + count > end) this.#fail("the bytes end in the middle of a number");
    this.#at = start + count;
    return start;
  }

  /**
   * Reads a non-negative number. Above 2^53 the result is inexact, but valid tags and lengths are
   * smaller.
   */
  #count(end: number): number {
    let value = 0;
    for (let place = 1; place < 2 ** 70; place *= 128) {
      const byte = this.#bytes[this.#take(1, end)] as number;
      value += (byte & 0x7f) * place;
      if (byte < 0x80) return value;
    }
    return this.#fail("a number has more than ten bytes");
  }

  #varint(end: number): bigint {
    let value = 0n;
    for (let shift = 0n; shift < 70n; shift += 7n) {
      const byte = this.#bytes[this.#take(1, end)] as number;
      value |= BigInt(byte & 0x7f) << shift;
      if (byte < 0x80) return value;
    }
    return this.#fail("a number has more than ten bytes");
  }

  #fail(message: string): never {
    throw new Malformed({ offset: this.#at, path: this.#path.join(".") || "request", message });
  }
}
