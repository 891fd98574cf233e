/** At which step of the retrieval a detail that the memory held went missing. */
import type { Variable } from "../graph/model.ts";
import { CARRIED } from "./carry.ts";
import { executionOrder } from "./execution-order.ts";
import type { Finding, Tracing } from "./finding.ts";
import type { Need } from "./needs.ts";

export function lastRetrievalLoss(
  wordings: readonly Need[],
  inStore: readonly string[],
  { graph, roles, carry }: Tracing,
): Pick<Finding, "errorType" | "op" | "link" | "carrier" | "at"> {
  const order = executionOrder(graph);
  const carries = (v: Variable | undefined) =>
    v !== undefined && wordings.some((wording) => carry(v, wording) >= CARRIED);
  const steps = [...roles.retrievalOps, ...(roles.answerOp ? [roles.answerOp] : [])];
  const taken = new Set(steps.map((op) => op.id));
  for (const op of steps.toReversed()) {
    for (const link of graph.linksOf(op.id).toReversed()) {
      const from = graph.variables.get(link.from);
      if (link.to === roles.answer?.id || !carries(from) || carries(graph.variables.get(link.to)))
        continue;
      const onward = graph
        .linksFrom(link.from)
        .some((l) => taken.has(l.op) && carries(graph.variables.get(l.to)));
      if (onward) continue;
      return {
        errorType: "RetrievalError",
        op: op.id,
        link: link.id,
        carrier: link.from,
        at: order.get(op.id) ?? 0,
      };
    }
  }
  // Of steps within steps, the one that itself led from the question to units did the searching.
  const searched = roles.retrievalOps.find((op) =>
    graph.linksOf(op.id).some((link) => {
      const to = graph.variables.get(link.to);
      return link.from === roles.query?.id && to !== undefined && roles.isMemory(to);
    }),
  );
  const first = searched ?? roles.retrievalOps[0] ?? roles.answerOp;
  return {
    errorType: "RetrievalError",
    op: first?.id ?? null,
    link: null,
    carrier: inStore[0] ?? null,
    at: first === undefined ? 0 : (order.get(first.id) ?? 0),
  };
}
