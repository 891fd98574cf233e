import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { useState } from "react";
import type { Benchmark } from "../../protocol/api/annotation/benchmarks.ts";
import { useMay } from "../api/may.ts";
import { DeleteButton } from "../components/form/delete-button.tsx";
import { Confirm } from "../components/form/dialog.tsx";
import { Icon } from "../components/page/icon.tsx";
import { Failure } from "../components/page/states.tsx";
import { count } from "../text/time.ts";
import {
  benchmarkAddress,
  createVersion,
  deleteBenchmark,
  freezeBenchmark,
  refreshBenchmarks,
} from "./benchmarks-api.ts";

interface BenchmarkActionsProps {
  readonly project: string;
  readonly benchmark: Benchmark;
}

export function BenchmarkActions({ project, benchmark }: BenchmarkActionsProps) {
  const { id, state, lost, cases } = benchmark;
  const mayChange = useMay(project, "write");
  return (
    <>
      {state === "frozen" && lost === 0 && cases > 0 ? (
        <a className="button primary" href={benchmarkAddress(project, id)} download>
          <Icon name="download" size={14} /> Export zip
        </a>
      ) : null}
      {mayChange ? <Changes project={project} benchmark={benchmark} /> : null}
    </>
  );
}

function Changes({ project, benchmark }: BenchmarkActionsProps) {
  const { id, state } = benchmark;
  const client = useQueryClient();
  const navigate = useNavigate();
  const version = useMutation({
    mutationFn: () => createVersion(project, id),
    onSuccess: (made) => {
      void refreshBenchmarks(client, project);
      return navigate({
        to: "/p/$project/benchmarks/$benchmark",
        params: { project, benchmark: made.id },
      });
    },
  });
  return (
    <>
      {state === "frozen" ? (
        <button
          type="button"
          className="button"
          disabled={version.isPending}
          onClick={() => version.mutate()}
        >
          New version
        </button>
      ) : (
        <Freeze project={project} benchmark={benchmark} />
      )}
      <DeleteButton
        label="Delete"
        look="quiet"
        title={`Delete “${benchmark.name}”, version ${benchmark.version}`}
        action="Delete the benchmark"
        onDelete={() => deleteBenchmark(project, id)}
        onDeleted={() => {
          void client.invalidateQueries({ queryKey: [project, "benchmarks"] });
          return navigate({ to: "/p/$project/benchmarks", params: { project } });
        }}
      >
        <p>
          The cases, the graphs and the other versions are not deleted. But without this version,
          MemTrace can delete the graphs when their retention period ends.
        </p>
      </DeleteButton>
      {version.error ? <Failure error={version.error} what="No version was created" /> : null}
    </>
  );
}

function Freeze({ project, benchmark }: BenchmarkActionsProps) {
  const { id, state, cases, refused, unlabelled } = benchmark;
  const [isAsking, setAsking] = useState(false);
  const client = useQueryClient();
  const freeze = useMutation({
    mutationFn: () => freezeBenchmark(project, id),
    onSuccess: () => setAsking(false),
    onSettled: () => refreshBenchmarks(client, project),
  });
  return (
    <>
      <button
        type="button"
        className="button primary"
        disabled={cases + refused === 0}
        onClick={() => setAsking(true)}
      >
        {state === "freezing" ? "Continue the freeze" : "Freeze"}
      </button>
      {isAsking ? (
        <Confirm
          title={`Freeze “${benchmark.name}”, version ${benchmark.version}`}
          action={freeze.isPending ? "Freezing…" : "Freeze"}
          busy={freeze.isPending}
          onConfirm={() => freeze.mutate()}
          onClose={() => setAsking(false)}
        >
          <p>
            The benchmark keeps its cases, labels and graphs as they are now. MemTrace keeps the
            graphs even after their retention period. But if a person deletes a graph, or an end
            user with graphs, the cases of these graphs lose their texts in the benchmark too.
          </p>
          <p>
            A case is refused, with the reason, if its graph does not contain the records that its
            label names.
            {unlabelled > 0
              ? ` ${count(unlabelled)} of ${count(cases)} cases have no label and will be refused.`
              : ""}
          </p>
          {freeze.error ? (
            <Failure error={freeze.error} what="The benchmark was not frozen" />
          ) : null}
        </Confirm>
      ) : null}
    </>
  );
}
