import { runGivingWay } from "../../../database/giving-way.ts";
import { deriveRoles } from "../../../graph/memory/variable-role.ts";
import { showVariable as declaration } from "../../../protocol/routes/graphs.ts";
import { TURN } from "../../bounded-work.ts";
import { loadChanged, unchanged } from "../../graphs/graph-revision.ts";
import { missingVariable } from "../../graphs/missing-record.ts";
import { viewVariableDetail } from "../../graphs/variable-detail.ts";
import { operation, router } from "../../route.ts";

export const showVariable = router().openapi(operation(declaration), async (c) => {
  const { graph, variable: id } = c.req.valid("param");
  const [loaded] = await loadChanged(c, [graph]);
  if (loaded === undefined) return unchanged(c);
  const variable = loaded.variables.get(id) ?? loaded.versionsOf(id).at(-1);
  if (variable === undefined) throw missingVariable(loaded, id);
  await runGivingWay(deriveRoles(loaded), TURN);
  return c.json(viewVariableDetail(loaded, variable), 200);
});
