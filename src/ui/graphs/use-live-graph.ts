/** Collects events that arrive while the graph's page is open. */
import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import type { TraceEvent } from "../../protocol/events/events.ts";
import { graphQuery } from "../api/resources.ts";
import { LiveConnection, type LiveState } from "./live-connection.ts";

/** Maximum number of events to show. */
const SHOWN = 12;
/**
 * Minimum milliseconds between two refreshes. For each refresh, the service must first store the
 * new events as a pack, which is a part of the graph. Each pack costs money.
 */
const REFRESH_EVERY_MS = 10_000;
/**
 * Milliseconds to wait before a refresh. Within this time, all events of an operation usually
 * arrive.
 */
const REFRESH_SOON_MS = 1_000;

/**
 * New events change the answers of these queries. A query's name is the second part of its cache
 * key.
 */
const OF_GRAPH = ["flow", "store", "changes"];

export interface LiveGraph {
  readonly state: LiveState | { readonly kind: "paused" };
  /** Latest events, newest first. */
  readonly events: readonly TraceEvent[];
  /** Number of events since the page was opened. */
  readonly count: number;
  pause(): void;
  resume(): void;
  retryNow(): void;
}

export function useLiveGraph(project: string, graph: string): LiveGraph {
  const [state, setState] = useState<LiveState>({ kind: "connecting" });
  const [isPaused, setPaused] = useState(false);
  const [came, setCame] = useState<{ events: readonly TraceEvent[]; count: number }>({
    events: [],
    count: 0,
  });
  const connection = useRef<LiveConnection>(undefined);
  const cursor = useRef<string>(undefined);
  const refresh = useRefresh(project, graph);

  useEffect(() => {
    if (isPaused) return;
    const opened = new LiveConnection({
      project,
      graph,
      cursor: cursor.current,
      onState: setState,
      onEvents: (events) => {
        setCame((before) => ({
          events: [...events.toReversed(), ...before.events].slice(0, SHOWN),
          count: before.count + events.length,
        }));
        refresh();
      },
    });
    connection.current = opened;
    return () => {
      cursor.current = opened.cursor;
      opened.stop();
    };
  }, [project, graph, isPaused, refresh]);

  return {
    ...came,
    state: isPaused ? { kind: "paused" } : state,
    pause: () => setPaused(true),
    resume: () => setPaused(false),
    retryNow: () => connection.current?.retryNow(),
  };
}

/**
 * Returns a function that reloads the graph's figures and cases after a short time. Between two
 * reloads, there are at least `REFRESH_EVERY_MS`.
 */
function useRefresh(project: string, graph: string): () => void {
  const client = useQueryClient();
  const next = useRef({ timer: 0, earliest: 0 });
  const refresh = useRef(() => {
    if (next.current.timer !== 0) return;
    const wait = Math.max(REFRESH_SOON_MS, next.current.earliest - Date.now());
    next.current.timer = window.setTimeout(() => {
      next.current = { timer: 0, earliest: Date.now() + REFRESH_EVERY_MS };
      void client.invalidateQueries(graphQuery(project, graph));
      for (const what of OF_GRAPH) {
        void client.invalidateQueries({ queryKey: [project, what, graph] });
      }
      void client.invalidateQueries({ queryKey: [project, "cases"] });
    }, wait);
  });
  useEffect(() => {
    const now = next.current;
    return () => window.clearTimeout(now.timer);
  }, []);
  return refresh.current;
}
