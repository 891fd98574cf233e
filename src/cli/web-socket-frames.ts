/** The frames of a WebSocket (RFC 6455, section 5): read from a server, written as a client. */
import { randomBytes } from "node:crypto";

export const OPCODE = { continuation: 0, text: 1, binary: 2, close: 8, ping: 9, pong: 10 } as const;

export interface Frame {
  readonly opcode: number;
  /** Of the whole message, where it came in several frames. */
  readonly payload: Buffer;
}

/** More than any message holds that is sent here. */
const MAX_MESSAGE_BYTES = 64 * 1024 * 1024;
const FINAL_BIT = 0x80;
const MASK_BIT = 0x80;
const MASK_BYTES = 4;

export class FrameReader {
  #bytes: Buffer = Buffer.alloc(0);
  #parts: Buffer[] = [];
  #opcode = 0;

  /** The messages that are complete with these bytes; undefined where they are no frames. */
  read(bytes: Buffer): Frame[] | undefined {
    this.#bytes = this.#bytes.length === 0 ? bytes : Buffer.concat([this.#bytes, bytes]);
    const frames: Frame[] = [];
    for (;;) {
      const head = headOf(this.#bytes);
      if (head === undefined) return frames;
      const { opcode, isFinal, isControl, start, length } = head;
      const joined = this.#parts.reduce((sum, part) => sum + part.length, length);
      if (head.isWrong || joined > MAX_MESSAGE_BYTES) return undefined;
      if (this.#bytes.length < start + length) return frames;
      const payload = this.#bytes.subarray(start, start + length);
      this.#bytes = this.#bytes.subarray(start + length);
      if (isControl) {
        frames.push({ opcode, payload });
        continue;
      }
      // A message begins with its opcode, and goes on without.
      if ((opcode === OPCODE.continuation) !== this.#parts.length > 0) return undefined;
      if (opcode !== OPCODE.continuation) this.#opcode = opcode;
      this.#parts.push(payload);
      if (!isFinal) continue;
      frames.push({ opcode: this.#opcode, payload: Buffer.concat(this.#parts) });
      this.#parts = [];
    }
  }
}

/** What the first bytes of a frame say; undefined where not all of them are there. */
function headOf(bytes: Buffer) {
  if (bytes.length < 2) return undefined;
  const [first = 0, second = 0] = bytes;
  const opcode = first & 0x0f;
  const short = second & 0x7f;
  const lengthBytes = short === 126 ? 2 : short === 127 ? 8 : 0;
  if (bytes.length < 2 + lengthBytes) return undefined;
  return {
    opcode,
    isFinal: (first & FINAL_BIT) !== 0,
    isControl: opcode >= OPCODE.close,
    start: 2 + lengthBytes,
    length: lengthOf(bytes, lengthBytes),
    // Servers do not mask, and nothing was agreed on that would set the other bits.
    isWrong: (first & 0x70) !== 0 || (second & MASK_BIT) !== 0,
  };
}

function lengthOf(bytes: Buffer, lengthBytes: number): number {
  if (lengthBytes === 0) return (bytes[1] ?? 0) & 0x7f;
  return lengthBytes === 2 ? bytes.readUInt16BE(2) : Number(bytes.readBigUInt64BE(2));
}

/** A client masks all that it sends. */
export function frameOf(opcode: number, payload: Buffer): Buffer {
  const mask = randomBytes(MASK_BYTES);
  const masked = payload.map((byte, index) => byte ^ (mask[index % MASK_BYTES] ?? 0));
  return Buffer.concat([headFor(opcode, payload.length), mask, masked]);
}

function headFor(opcode: number, length: number): Buffer {
  if (length < 126) return Buffer.from([FINAL_BIT | opcode, MASK_BIT | length]);
  const isShort = length < 0x1_0000;
  const head = Buffer.alloc(isShort ? 4 : 10);
  head[0] = FINAL_BIT | opcode;
  head[1] = MASK_BIT | (isShort ? 126 : 127);
  if (isShort) head.writeUInt16BE(length, 2);
  else head.writeBigUInt64BE(BigInt(length), 2);
  return head;
}
