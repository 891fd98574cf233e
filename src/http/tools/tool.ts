/**
 * Tools with which agents find out why answers are wrong, and how to fix the causes. The MCP server
 * and the assistant on a graph's page share them.
 */
import * as z from "zod";
import type { Scope } from "../../protocol/api/api.ts";
import type { AuditAction } from "../../protocol/api/teams/audit-actions.ts";
import { unknownFields } from "../../protocol/unknown-fields.ts";
import type { ProjectServices } from "../context.ts";
import { ApiError } from "../errors.ts";

export interface ToolChange {
  readonly action: AuditAction;
  readonly target: string;
  readonly body: object;
}

export interface ToolContext {
  readonly project: ProjectServices;
  readonly publicUrl: string;
  /** `person:` or `key:`, followed by the caller's id. Labels get this author. */
  readonly author: string;
  now(): number;
  /**
   * Stores the planned change for the audit log, calls `work` to make the change, and then records
   * in the audit log how it ended.
   */
  changing<T>(change: ToolChange, work: () => Promise<T>): Promise<T>;
}

export interface ToolAnswer {
  /** The main fields of the answer. They contain only excerpts of the texts of a trace. */
  readonly facts: Readonly<Record<string, unknown>>;
  /** Lists of items. The result shows as many items as fit. */
  readonly lists?: Readonly<Record<string, readonly unknown[]>>;
  /** The UI page that shows the same content. */
  readonly page: string;
  /** Suggests the next tools. */
  readonly next?: string;
}

export interface Tool {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly access: Scope;
  readonly isReadOnly: boolean;
  readonly input: z.ZodObject;
  /** @throws ApiError with a message that says what to do */
  run(given: unknown, context: ToolContext): Promise<ToolAnswer>;
}

interface ToolParts<I extends z.ZodObject> extends Omit<Tool, "input" | "run"> {
  readonly input: I;
  answer(input: z.output<I>, context: ToolContext): Promise<ToolAnswer>;
}

export function tool<I extends z.ZodObject>({ answer, ...parts }: ToolParts<I>): Tool {
  return {
    ...parts,
    run: async (given, context) => answer(argumentsOf(parts.input, given), context),
  };
}

export function argumentSchema({ input }: Tool): Record<string, unknown> {
  const { $schema: _, ...schema } = z.toJSONSchema(input, { io: "input" });
  return { ...schema, additionalProperties: false };
}

const MAX_PROBLEMS = 3;

function argumentsOf<I extends z.ZodObject>(schema: I, given: unknown): z.output<I> {
  const problems: string[] = [];
  for (const problem of unknownFields(schema, given)) {
    if (problems.push(problem) === MAX_PROBLEMS) break;
  }
  const parsed = schema.safeParse(given ?? {});
  if (parsed.success && problems.length === 0) return parsed.data;
  for (const { path, message } of parsed.error?.issues ?? []) {
    problems.push(`${path.join(".") || "arguments"}: ${message}.`);
  }
  throw new ApiError("invalid_request", problems.slice(0, MAX_PROBLEMS).join(" "));
}
