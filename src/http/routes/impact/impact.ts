import type { ImpactSelection } from "../../../database/cases/answers/impact-answers.ts";
import {
  listImpactOfSelection,
  listImpact as ofValue,
  showReach,
} from "../../../protocol/routes/memory/impact.ts";
import type { ProjectServices } from "../../context.ts";
import { ApiError, notFound } from "../../errors.ts";
import { isSeenAnswer, unchanged } from "../../graphs/graph-revision.ts";
import { impactPage, type StartIn } from "../../graphs/impact/impact-answer.ts";
import {
  messageStart,
  promptStart,
  valueStart,
  versionsOf,
} from "../../graphs/impact/impact-starts.ts";
import { reachAnswer } from "../../graphs/impact/reach-answer.ts";
import { operation, router } from "../../route.ts";

export const impact = router()
  .openapi(operation(ofValue), async (c) => {
    const project = c.get("project");
    const { graph: id, variable } = c.req.valid("param");
    const { graph, revision } = await loaded(project, id);
    // This call only checks that the variable exists, and otherwise answers 404. `impactPage` does
    // not look up the variable if the graph has no right answer.
    versionsOf(graph, variable);
    const selection = { kind: "graph", graph: id } as const;
    const { cursor } = c.req.valid("query");
    const page = await impactPage(project, selection, valueStart(variable), cursor);
    // The ETag is also computed from the page, because the judgements of answers can change while
    // the graph stays the same.
    return isSeenAnswer(c, [revision, page]) ? unchanged(c) : c.json(page, 200);
  })
  .openapi(operation(listImpactOfSelection), async (c) => {
    const project = c.get("project");
    const { cursor, ...asked } = c.req.valid("query");
    const { selection, startIn } = await chosen(project, asked);
    return c.json(await impactPage(project, selection, startIn, cursor), 200);
  })
  .openapi(operation(showReach), async (c) => {
    const project = c.get("project");
    const { graph: id, variable } = c.req.valid("param");
    const { graph, revision } = await loaded(project, id);
    const judgements = (answers: readonly string[]) => project.impact.judgements(id, answers);
    const reach = await reachAnswer(graph, variable, judgements);
    return isSeenAnswer(c, [revision, reach]) ? unchanged(c) : c.json(reach, 200);
  });

async function loaded(project: ProjectServices, id: string) {
  const opened = await project.openGraph(id);
  const graph = await opened?.load();
  if (opened === undefined || graph === undefined) throw notFound("graph");
  return { graph, revision: opened.revision };
}

interface Asked {
  readonly user?: string | undefined;
  readonly prompt?: string | undefined;
  readonly promptVersion?: number | undefined;
}

interface Chosen {
  readonly selection: ImpactSelection;
  readonly startIn: StartIn;
}

async function chosen(
  project: ProjectServices,
  { user, prompt, promptVersion }: Asked,
): Promise<Chosen> {
  if (user !== undefined && prompt === undefined && promptVersion === undefined) {
    const [unknown] = await project.reports.unknownIn({ user });
    if (unknown !== undefined) throw notFound(unknown);
    return { selection: { kind: "user", user }, startIn: messageStart };
  }
  if (user !== undefined || prompt === undefined || promptVersion === undefined) {
    throw new ApiError("invalid_request", "Give user, or prompt and promptVersion.");
  }
  const version = await project.prompts.version(prompt, promptVersion);
  const found = await project.prompts.find(prompt);
  if (version === undefined || found === undefined) throw notFound("version of a prompt");
  return {
    selection: { kind: "prompt", prompt: found.id, version: promptVersion },
    startIn: promptStart(version.text),
  };
}
