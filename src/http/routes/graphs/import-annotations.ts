import { casesOfAnnotations } from "../../../attribution/cases/annotations.ts";
import { readValues } from "../../../attribution/cases/equal-values.ts";
import { newCases } from "../../../database/cases/new-cases.ts";
import { runGivingWay } from "../../../database/giving-way.ts";
import { parseExactJson } from "../../../protocol/json/json-text.ts";
import { MAX_GRAPH_BODY_BYTES } from "../../../protocol/limits.ts";
import { importAnnotations as declaration } from "../../../protocol/routes/graphs.ts";
import { redactAnnotation } from "../../../redaction/redact-annotation.ts";
import { redactedId } from "../../../redaction/redact-event.ts";
import { TURN } from "../../bounded-work.ts";
import { ApiError, notFound } from "../../errors.ts";
import { malformed, readText } from "../../ingest/request-body.ts";
import { operation, router } from "../../route.ts";

const NOTHING_OPENED = "No case was opened.";

type Annotation = Readonly<Record<string, unknown>>;

export const importAnnotations = router().openapi(operation(declaration), async (c) => {
  const project = c.get("project");
  const redactor = (await project.redaction.active())?.redactor;
  const { graph: named } = c.req.valid("param");
  const id = redactor ? redactedId(named, redactor) : named;
  const opened = await project.openGraph(id);
  if (opened === undefined) throw notFound("graph");
  const annotations = annotationsIn(await readText(c.req.raw, MAX_GRAPH_BODY_BYTES));
  await project.refuseOverQuota();
  const graph = await opened.load();
  if (graph === undefined) throw notFound("graph");
  await runGivingWay(readValues(graph), TURN);
  const stored = redactor
    ? annotations.map((annotation) => redactAnnotation(annotation, redactor))
    : annotations;
  const annotated = casesOfAnnotations(graph, stored);
  if (!annotated.ok) {
    const { path, message } = annotated.fault;
    throw new ApiError("damaged_graph", `${path}: ${message}. ${NOTHING_OPENED}`);
  }
  const now = c.get("services").now();
  const found = annotated.value;
  const cases = await project.cases.open(newCases(project.id, graph, found, now), now);
  await project.wakeAttribution(id);
  return c.json({ cases }, 201);
});

function annotationsIn(text: string): readonly Annotation[] {
  const parsed = parseExactJson(text);
  if (!parsed.ok) throw malformed(parsed.fault, NOTHING_OPENED);
  const list = parsed.value;
  const isList = Array.isArray(list) && list.every((item) => typeof item === "object" && item);
  if (isList) return list;
  throw new ApiError(
    "damaged_graph",
    `body: must be a list of annotations, such as data.annotations of a graph file. ${NOTHING_OPENED}`,
  );
}
