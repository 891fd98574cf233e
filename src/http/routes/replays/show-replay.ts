import { runGivingWay } from "../../../database/giving-way.ts";
import { showReplay as declaration } from "../../../protocol/routes/replays.ts";
import { sideBySide } from "../../../replay/side-by-side.ts";
import { TURN } from "../../bounded-work.ts";
import { notFound } from "../../errors.ts";
import { loadGraph } from "../../graphs/graph-revision.ts";
import { operation, router } from "../../route.ts";
import { planOf } from "./planned-case.ts";

export const showReplay = router().openapi(operation(declaration), async (c) => {
  const project = c.get("project");
  const { case: id, replay: wanted } = c.req.valid("param");
  const replay = await project.replays.find(wanted);
  if (replay === undefined || replay.case !== id) throw notFound("replay");
  const { planned } = await planOf(project, id);
  const graph = replay.graph === null ? undefined : await loadGraph(project, replay.graph);
  const pairs =
    graph === undefined ? [] : await runGivingWay(sideBySide(planned, replay, graph), TURN);
  return c.json({ replay, pairs }, 200);
});
