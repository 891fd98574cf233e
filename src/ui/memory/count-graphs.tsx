/** Counts the memory of graphs that were never counted, one after the other, by listing their ledgers. */
import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import { loadLedger, loadUncounted } from "../api/ledger.ts";
import { count } from "../text/time.ts";

/** Graphs that one click counts. */
const AT_MOST = 50;

interface Progress {
  readonly done: number;
  readonly of: number;
  readonly failed: number;
}

export function CountGraphs({ project, uncounted }: { project: string; uncounted: number }) {
  const client = useQueryClient();
  const [progress, setProgress] = useState<Progress>();
  const [problem, setProblem] = useState<string>();
  const leaving = useRef(new AbortController());
  useEffect(() => {
    const controller = new AbortController();
    leaving.current = controller;
    return () => controller.abort();
  }, []);
  const run = async () => {
    const { signal } = leaving.current;
    setProblem(undefined);
    try {
      const { items } = await loadUncounted(project, AT_MOST, signal);
      let failed = 0;
      for (const [done, graph] of items.entries()) {
        setProgress({ done, of: items.length, failed });
        // Another graph may still be counted.
        await loadLedger(project, graph, {}, undefined, signal).catch(() => {
          failed += 1;
        });
        if (signal.aborted) return;
      }
      if (failed > 0)
        setProblem(`${count(failed)} of them could not be counted. Open one to see why.`);
    } catch (error) {
      if (!signal.aborted) setProblem(error instanceof Error ? error.message : String(error));
    }
    setProgress(undefined);
    await client.invalidateQueries({ queryKey: [project, "memory"] });
  };
  const next = Math.min(uncounted, AT_MOST);
  return (
    <div className="memory-uncounted panel">
      <p>
        {uncounted === 1 ? "1 graph was" : `${count(uncounted)} graphs were`} never counted: nothing
        in {uncounted === 1 ? "it" : "them"} was judged wrong, or{" "}
        {uncounted === 1 ? "it is" : "they are"} very large.
      </p>
      {progress === undefined ? (
        <button type="button" className="button" onClick={run}>
          {next === 1 ? "Count it" : `Count ${next === uncounted ? "them" : count(next)}`}
        </button>
      ) : (
        <p role="status">
          <progress value={progress.done} max={progress.of} aria-label="Graphs counted" />{" "}
          {count(progress.done)} of {count(progress.of)}
        </p>
      )}
      {problem === undefined ? null : (
        <p role="alert" className="bad">
          {problem}
        </p>
      )}
    </div>
  );
}
