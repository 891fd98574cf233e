/** Loads and removes the sample data. `SampleNotice` says that figures include the sample data. */
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { SAMPLE_GRAPH, sampleEvents } from "../../../protocol/sample/sample-data.ts";
import { useMay } from "../../api/may.ts";
import { call } from "../../api/request.ts";
import { Failure } from "../../components/page/states.tsx";

export function LoadSample({ project }: { project: string }) {
  const client = useQueryClient();
  const mayLoad = useMay(project, "ingest");
  const load = useMutation({
    mutationFn: () => {
      const lines = sampleEvents(Date.now()).map((event) => JSON.stringify(event));
      const file = { content: new Blob([lines.join("\n")]), type: "application/x-ndjson" };
      return call("POST /events", { query: { project } }, { file });
    },
    onSuccess: () => client.invalidateQueries({ queryKey: [project] }),
  });
  if (!mayLoad) return null;
  return (
    <div className="load-sample">
      <p>
        You can also try MemTrace with sample data first. The sample data comes from a small
        invented agent with four wrong answers. MemTrace attributes these answers like the wrong
        answers of your own agent.
      </p>
      <button
        type="button"
        className="button"
        disabled={load.isPending || load.isSuccess}
        onClick={() => load.mutate()}
      >
        {load.isSuccess ? "Loading…" : "Load sample data"}
      </button>
      {load.error ? <Failure error={load.error} what="The sample data was not loaded" /> : null}
    </div>
  );
}

/** Shown if the figures include sample data. */
export function SampleNotice({ project }: { project: string }) {
  const client = useQueryClient();
  const mayRemove = useMay(project, "admin");
  const remove = useMutation({
    mutationFn: () =>
      call("DELETE /graphs/{graph}", { params: { graph: SAMPLE_GRAPH }, query: { project } }),
    onSuccess: () => client.invalidateQueries({ queryKey: [project] }),
  });
  return (
    <section className="notice" aria-label="Sample data">
      <span>These figures include the sample data, which does not come from your agents.</span>
      {mayRemove ? (
        <button
          type="button"
          className="button small"
          disabled={remove.isPending}
          onClick={() => remove.mutate()}
        >
          Remove the sample data
        </button>
      ) : (
        <span>An owner or admin can remove the sample data.</span>
      )}
      {remove.error ? (
        <Failure error={remove.error} what="The sample data was not removed" />
      ) : null}
    </section>
  );
}
