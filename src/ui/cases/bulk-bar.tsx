import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { attributeAgain } from "../api/commands.ts";
import { AddToBenchmark } from "../benchmarks/add-to-benchmark.tsx";
import { Failure } from "../components/page/states.tsx";
import { AddToDataset } from "../experiments/add-to-dataset.tsx";
import { AddToQueue } from "../queues/change/add-to-queue.tsx";
import { count } from "../text/time.ts";

/** The selected case ids. */
export function usePicked() {
  const [ids, setIds] = useState<ReadonlySet<string>>(new Set());
  const toggle = (id: string) =>
    setIds(
      (before) =>
        new Set(before.has(id) ? [...before].filter((other) => other !== id) : [...before, id]),
    );
  return { ids, toggle, clear: () => setIds(new Set()) };
}

interface BulkBarProps {
  readonly project: string;
  readonly ids: readonly string[];
  readonly onDone: () => void;
}

export function BulkBar({ project, ids, onDone }: BulkBarProps) {
  const client = useQueryClient();
  const again = useMutation({
    mutationFn: async () => {
      for (const id of ids) await attributeAgain(project, id);
    },
    onSuccess: onDone,
    onSettled: () => client.invalidateQueries({ queryKey: [project, "cases"] }),
  });
  if (ids.length === 0) return null;
  return (
    <div className="bulk-bar">
      <span>
        <b>{count(ids.length)}</b> picked
      </span>
      <button
        type="button"
        className="button small"
        disabled={again.isPending}
        onClick={() => again.mutate()}
      >
        {again.isPending ? "Starting…" : "Attribute again"}
      </button>
      <AddToDataset project={project} cases={ids} />
      <AddToBenchmark project={project} cases={ids} />
      <AddToQueue project={project} of={ids} />
      <button type="button" className="link-button" onClick={onDone}>
        Clear
      </button>
      {again.error ? (
        <Failure error={again.error} what="Some attributions were not started" />
      ) : null}
    </div>
  );
}
