/** Keys and stored formats of cached model answers. */
import { createHash } from "node:crypto";
import * as z from "zod/mini";
import {
  type Embedded,
  type ModelFailure,
  type ModelRequest,
  NOTHING_SPENT,
  type Spent,
  sumSpent,
} from "../protocol/model.ts";

/** Hashes all parts of the request on which the answer depends. */
export function requestKey(
  model: string,
  { messages, tools, schema, maxTokens }: ModelRequest,
): string {
  return hashOf({
    ...{ model, messages, maxTokens },
    schema: schema === undefined ? null : z.toJSONSchema(schema),
    tools: (tools ?? []).map(({ name, description, parameters }) => ({
      ...{ name, description, parameters: z.toJSONSchema(parameters, { io: "input" }) },
    })),
  });
}

/**
 * Number of texts whose vectors are stored in one database row. The row stays far below its limit
 * of 2 MB.
 */
const EMBEDDED_AT_ONCE = 16;

type StoredVectors = {
  readonly ok: true;
  /** Four-byte numbers in base64. JSON would need five times the space. */
  readonly vectors: readonly string[];
  readonly spent: Spent;
};

/**
 * Embeds the texts in groups of fixed size, and stores the vectors of each group. The groups begin
 * at the start of the list. So if the list becomes longer, its first groups stay the same, and
 * their stored vectors can be used again.
 * @param kept returns the vectors stored under the key; if there are none, it calls `ask` and
 * stores the result
 */
export async function embedInGroups(
  model: string,
  texts: readonly string[],
  embed: (texts: readonly string[]) => Promise<Embedded>,
  kept: (
    key: string,
    ask: () => Promise<StoredVectors | ModelFailure>,
    texts: readonly string[],
  ) => Promise<StoredVectors | ModelFailure>,
): Promise<Embedded> {
  const all: (readonly number[])[] = [];
  let spent = NOTHING_SPENT;
  for (let start = 0; start < texts.length; start += EMBEDDED_AT_ONCE) {
    const some = texts.slice(start, start + EMBEDDED_AT_ONCE);
    const key = hashOf({ model, embed: some });
    const answer = await kept(key, async () => packed(await embed(some)), some);
    if (!answer.ok) return answer;
    all.push(...answer.vectors.map(unpacked));
    spent = sumSpent(spent, answer.spent);
  }
  return { ok: true, vectors: all, spent };
}

function packed(answer: Embedded): StoredVectors | ModelFailure {
  if (!answer.ok) return answer;
  const vectors = answer.vectors.map((vector) =>
    Buffer.from(new Float32Array(vector).buffer).toString("base64"),
  );
  return { ok: true, vectors, spent: answer.spent };
}

function unpacked(text: string): number[] {
  const bytes = new Uint8Array(Buffer.from(text, "base64"));
  return [...new Float32Array(bytes.buffer)];
}

function hashOf(all: object): string {
  return createHash("sha256").update(JSON.stringify(all)).digest("base64url");
}
