/**
 * Asks a model for an answer that matches a schema. If the answer does not match, the model gets it
 * back together with the error, and can answer once more. If that answer does not match either, the
 * request fails.
 */

import * as z from "zod/mini";
import { fieldsOf } from "../protocol/json/json-fields.ts";
import {
  type Completed,
  type ModelMessage,
  type ModelRequest,
  NOTHING_SPENT,
  type Structured,
  type StructuredRequest,
  sumSpent,
} from "../protocol/model.ts";
import { failure, type Result, success } from "../protocol/result.ts";

interface Asked {
  complete(request: ModelRequest): Promise<Completed>;
}

export async function askStructured<T>(
  model: Asked,
  { check, ...request }: StructuredRequest<T>,
): Promise<Structured<T>> {
  let messages: readonly ModelMessage[] = request.messages;
  let spent = NOTHING_SPENT;
  let complaint = "";
  for (let round = 0; round < 2; round++) {
    const answer = await model.complete({ ...request, messages });
    spent = sumSpent(spent, answer.spent);
    if (!answer.ok) return { ...answer, spent };
    const read = readAnswer(answer.text, request.schema);
    const wrong = read.ok ? check?.(read.value) : read.fault;
    if (read.ok && wrong === undefined) return { ok: true, value: read.value, spent };
    complaint = wrong ?? "";
    messages = [
      ...request.messages,
      { role: "assistant", text: answer.text, calls: [] },
      {
        role: "user",
        text: `That answer cannot be used: ${complaint} Answer again, with the JSON object alone.`,
      },
    ];
  }
  return {
    ...{ ok: false, reason: "malformed", spent },
    message: `The model's answer cannot be used, also after one correction: ${complaint}`,
  };
}

function readAnswer<T>(text: string, schema: z.core.$ZodType<T>): Result<T, string> {
  const json = text.slice(text.indexOf("{"), text.lastIndexOf("}") + 1);
  const value = fieldsOf(json);
  if (value === undefined) return failure("It is not a JSON object.");
  const parsed = z.safeParse(schema, value);
  if (parsed.success) return success(parsed.data);
  return failure(`${z.prettifyError(parsed.error).replaceAll(/\s+/g, " ")}.`);
}
