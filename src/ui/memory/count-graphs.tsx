/**
 * Makes the service count the memory units of graphs that are not counted yet. For this, requests
 * the graphs' ledgers one after another.
 */
import { useQueryClient } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { useEffect, useRef, useState } from "react";
import { loadLedger, loadUncounted } from "../api/ledger.ts";
import { ApiFailure, isPreparing } from "../api/request.ts";
import { Failure } from "../components/page/states.tsx";
import { shortenMiddle } from "../text/shorten.ts";
import { count } from "../text/time.ts";

/** Maximum number of graphs to count after one click. */
const AT_MOST = 50;
/** Maximum number of graphs in one API request. */
const MAX_LISTED = 200;

interface Progress {
  readonly done: number;
  readonly of: number;
}

/** Graph id → why the graph could not be counted. */
type Refused = ReadonlyMap<string, string>;

export function CountGraphs({ project, uncounted }: { project: string; uncounted: number }) {
  const client = useQueryClient();
  const [progress, setProgress] = useState<Progress>();
  const [refused, setRefused] = useState<Refused>(new Map());
  const [problem, setProblem] = useState<unknown>();
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
      // The service lists all uncounted graphs. Some of them may be graphs that it has refused to
      // count since the page was opened. Skip these, and request more graphs in their place.
      const limit = Math.min(AT_MOST + refused.size, MAX_LISTED);
      const listed = await loadUncounted(project, limit, signal);
      const graphs = listed.items.filter((graph) => !refused.has(graph)).slice(0, AT_MOST);
      for (const [done, graph] of graphs.entries()) {
        setProgress({ done, of: graphs.length });
        const why = await refusalOf(loadLedger(project, graph, {}, undefined, signal));
        if (why !== null) setRefused((before) => new Map(before).set(graph, why));
        if (signal.aborted) return;
      }
    } catch (error) {
      if (!signal.aborted) setProblem(error);
    }
    setProgress(undefined);
    await client.invalidateQueries({ queryKey: [project, "memory"] });
  };
  const left = uncounted - refused.size;
  const next = refused.size < MAX_LISTED ? Math.min(left, AT_MOST) : 0;
  return (
    <div className="memory-uncounted panel">
      <p>
        {uncounted === 1 ? "1 graph was" : `${count(uncounted)} graphs were`} never counted.
        MemTrace counts a graph after ten minutes without new events, unless the graph is very
        large.
      </p>
      {progress !== undefined ? (
        <p role="status">
          <progress value={progress.done} max={progress.of} aria-label="Graphs counted" />{" "}
          {count(progress.done)} of {count(progress.of)}
        </p>
      ) : next > 0 ? (
        <button type="button" className="button" onClick={run}>
          {next === 1 ? "Count 1 graph" : `Count ${count(next)} graphs`}
        </button>
      ) : null}
      <RefusedGraphs project={project} refused={refused} />
      {problem === undefined ? null : (
        <Failure
          error={problem}
          what="Counting stopped. The graphs before the failed graph are counted"
        />
      )}
    </div>
  );
}

/**
 * Waits until the graph is counted, and returns null. If the service refuses to count this graph,
 * returns the reason. Throws any other error, because it would also occur with the next graphs.
 */
async function refusalOf(counting: Promise<unknown>): Promise<string | null> {
  try {
    await counting;
    return null;
  } catch (error) {
    // The service has started counting and will finish on its own. So go on with the next graph.
    if (isPreparing(error)) return null;
    if (error instanceof ApiFailure && error.status >= 400 && error.status < 500) {
      // Skip only this graph if the service refuses it. With 401, 403 and 429, the service would
      // refuse the next graphs too, so stop.
      if (![401, 403, 429].includes(error.status)) return error.message;
    }
    throw error;
  }
}

function RefusedGraphs({ project, refused }: { project: string; refused: Refused }) {
  if (refused.size === 0) return null;
  return (
    <section aria-label="Graphs that could not be counted">
      <p className="bad" role="alert">
        {refused.size === 1 ? "1 graph" : `${count(refused.size)} graphs`} could not be counted:
      </p>
      <ul>
        {[...refused].map(([graph, why]) => (
          <li key={graph}>
            <Link to="/p/$project/graphs/$graph/ledger" params={{ project, graph }} title={graph}>
              <code>{shortenMiddle(graph, 32)}</code>
            </Link>{" "}
            {why}
          </li>
        ))}
      </ul>
    </section>
  );
}
