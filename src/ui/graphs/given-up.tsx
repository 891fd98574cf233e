import { useMutation, useQueryClient } from "@tanstack/react-query";
import { examineGraph } from "../api/commands.ts";
import { graphQuery } from "../api/resources.ts";
import { Icon } from "../components/page/icon.tsx";
import { Failure } from "../components/page/states.tsx";

/**
 * Says that the search for wrong answers stopped after failures. Its button starts the search
 * again.
 */
export function GivenUp({ project, graph }: { project: string; graph: string }) {
  const client = useQueryClient();
  const { queryKey } = graphQuery(project, graph);
  const again = useMutation({
    mutationFn: () => examineGraph(project, graph),
    onSuccess: (changed) => client.setQueryData(queryKey, changed),
  });
  return (
    <>
      <div className="failure" role="status">
        <Icon name="warning" />
        <div>
          MemTrace stopped searching this graph for wrong answers, because every search was
          interrupted. All events of the graph are still stored.
          <p>
            <button
              type="button"
              className="button small"
              disabled={again.isPending}
              onClick={() => again.mutate()}
            >
              <Icon name="refresh" size={14} /> Search again
            </button>
          </p>
        </div>
      </div>
      {again.error ? <Failure error={again.error} what="The search did not start" /> : null}
    </>
  );
}
