/** A question about one graph, and the answer of the project's model, with citations. */
import * as z from "zod";
import { Spent } from "../spent.ts";
import { MAX_QUESTION_CHARS } from "./ask-bounds.ts";

export const AskGraph = z
  .object({ question: z.string().trim().min(1).max(MAX_QUESTION_CHARS) })
  .meta({ id: "AskGraph" });

export const Citation = z.object({
  kind: z.enum(["case", "variable", "operation"]),
  id: z.string(),
  text: z
    .string()
    .describe("the beginning of the record's question or value, or the record's name"),
});

export const GraphAnswer = z
  .object({
    answer: z.string().describe("written by a model; it may be wrong"),
    citations: z
      .array(Citation)
      .describe("records of the graph that the model cites; ids that do not exist are left out"),
    steps: z
      .array(
        z.object({
          tool: z.string(),
          arguments: z.string().describe("as the model wrote them; they may be cut"),
          isError: z.boolean(),
        }),
      )
      .describe("the tools that the model used, in order"),
    model: z.string().describe("names of the models that may have answered"),
    spent: Spent,
  })
  .meta({ id: "GraphAnswer" });

export type AskGraph = z.infer<typeof AskGraph>;
export type Citation = z.infer<typeof Citation>;
export type GraphAnswer = z.infer<typeof GraphAnswer>;
