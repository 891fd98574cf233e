/** Encodes OTLP/JSON as protobuf with the decoder's table of fields. */
import type { ProtobufField, Schema } from "../../../src/otlp/encoding/protobuf.ts";

/** Uses loops, because callbacks would overflow the stack on deeply nested messages. */
export function encodeMessage(schema: Schema, message: string, value: object): Uint8Array {
  const parts: number[][] = [];
  for (const [number, field] of Object.entries(schema[message] ?? {})) {
    const held: unknown = Reflect.get(value, field.name);
    if (held === undefined) continue;
    const items = field.isRepeated && Array.isArray(held) ? held : [held];
    for (const item of items) parts.push(encodeField(schema, Number(number), field, item));
  }
  return Uint8Array.from(parts.flat());
}

function encodeField(
  schema: Schema,
  number: number,
  { type }: ProtobufField,
  value: unknown,
): number[] {
  const tag = (wire: number) => varint(BigInt(number * 8 + wire));
  const counted = (bytes: Iterable<number>) => {
    const all = [...bytes];
    return [...tag(2), ...varint(BigInt(all.length)), ...all];
  };
  if (typeof type !== "string") {
    return counted(encodeMessage(schema, type.message, Object(value)));
  }
  const text = String(value);
  const number64 = new DataView(new ArrayBuffer(8));
  switch (type) {
    case "text":
      return counted(new TextEncoder().encode(text));
    case "id":
      return counted(Buffer.from(text, "hex"));
    case "base64":
      return counted(Buffer.from(text, "base64"));
    case "bool":
      return [...tag(0), value === true ? 1 : 0];
    case "varint":
    case "int64":
      return [...tag(0), ...varint(BigInt.asUintN(64, BigInt(text)))];
    case "fixed64":
      number64.setBigUint64(0, BigInt(text), true);
      break;
    case "double":
      number64.setFloat64(0, Number(value), true);
  }
  return [...tag(1), ...new Uint8Array(number64.buffer)];
}

function varint(number: bigint): number[] {
  const bytes: number[] = [];
  let rest = number;
  for (; rest > 127n; rest >>= 7n) bytes.push(Number(rest & 127n) + 128);
  return [...bytes, Number(rest)];
}
