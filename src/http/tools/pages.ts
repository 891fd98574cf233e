/** URLs of the UI pages that show a tool's result. */
import { pageUrl } from "../../webhooks/payloads.ts";
import type { ToolContext } from "./tool.ts";

export function pageOf({ publicUrl, project }: ToolContext, ...path: string[]): string {
  return pageUrl({ baseUrl: publicUrl, project: project.id }, ...path);
}

export const casePage = (context: ToolContext, id: string) => pageOf(context, "cases", id);

export const graphPage = (context: ToolContext, id: string) => pageOf(context, "graphs", id);

export const variablePage = (context: ToolContext, graph: string, variable: string) =>
  pageOf(context, "graphs", graph, "variables", variable);
