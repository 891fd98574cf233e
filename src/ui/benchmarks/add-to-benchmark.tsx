import { useInfiniteQuery, useQueryClient } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { useState } from "react";
import type { BenchmarkCasesAdded } from "../../protocol/api/annotation/benchmarks.ts";
import { useMay } from "../api/may.ts";
import { AddToCollection } from "../components/form/add-to-collection.tsx";
import { count } from "../text/time.ts";
import {
  addBenchmarkCases,
  benchmarksQuery,
  createBenchmark,
  refreshBenchmarks,
} from "./benchmarks-api.ts";

interface AddToBenchmarkProps {
  readonly project: string;
  readonly cases: readonly string[];
}

export function AddToBenchmark({ project, cases }: AddToBenchmarkProps) {
  const [choosing, setChoosing] = useState(false);
  const mayAdd = useMay(project, "write");
  if (!mayAdd) return null;
  return (
    <>
      <button type="button" className="button small" onClick={() => setChoosing(true)}>
        Add to a benchmark
      </button>
      {choosing ? (
        <ChooseBenchmark project={project} cases={cases} onClose={() => setChoosing(false)} />
      ) : null}
    </>
  );
}

function ChooseBenchmark(props: AddToBenchmarkProps & { readonly onClose: () => void }) {
  const { project, cases, onClose } = props;
  const client = useQueryClient();
  const query = useInfiniteQuery(benchmarksQuery(project));
  const drafts = query.data?.pages
    .flatMap(({ items }) => items)
    .filter(({ state }) => state === "draft")
    .map(({ id, name, version }) => ({ id, name: `${name}, version ${version}` }));
  return (
    <AddToCollection
      of="benchmark"
      action={cases.length === 1 ? "Add the case" : `Add ${count(cases.length)} cases`}
      known={drafts ?? (query.isError ? [] : undefined)}
      suggested="Labelled cases"
      create={(name) => createBenchmark(project, { name })}
      add={(id) => addBenchmarkCases(project, id, { cases: [...cases] })}
      onAdded={() => refreshBenchmarks(client, project)}
      onClose={onClose}
    >
      {(outcome, benchmark) => (
        <>
          <p role="status">{outcomeText(outcome)}</p>
          <p>
            <Link to="/p/$project/benchmarks/$benchmark" params={{ project, benchmark }}>
              Open the benchmark
            </Link>
          </p>
        </>
      )}
    </AddToCollection>
  );
}

function outcomeText({ added, known, rejected }: BenchmarkCasesAdded): string {
  const parts = [
    `${count(added)} added`,
    ...(known > 0 ? [`${count(known)} already in the benchmark`] : []),
    ...(rejected.length > 0 ? [`${count(rejected.length)} refused`] : []),
  ];
  const [first] = rejected;
  return `${parts.join(", ")}.${first === undefined ? "" : ` ${first.message}`}`;
}
