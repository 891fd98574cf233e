/** Writes `ExportTraceServiceResponse` in either encoding. */

export interface PartialSuccess {
  readonly rejectedSpans: number;
  /** If no span was rejected, the message is a warning. */
  readonly errorMessage: string;
}

/** Returns the response in JSON. Protobuf's JSON writes 64-bit integers as text. */
export function jsonResponse(partial: PartialSuccess | undefined) {
  if (partial === undefined) return {};
  const { rejectedSpans, errorMessage } = partial;
  return { partialSuccess: { rejectedSpans: `${rejectedSpans}`, errorMessage } };
}

export function protobufResponse(partial: PartialSuccess | undefined): Uint8Array<ArrayBuffer> {
  if (partial === undefined) return new Uint8Array();
  const message = new TextEncoder().encode(partial.errorMessage);
  const inner = [8, ...varint(partial.rejectedSpans), 18, ...varint(message.length), ...message];
  return new Uint8Array([10, ...varint(inner.length), ...inner]);
}

function varint(number: number): number[] {
  const bytes: number[] = [];
  let rest = number;
  for (; rest > 127; rest = Math.floor(rest / 128)) bytes.push((rest % 128) + 128);
  return [...bytes, rest];
}
