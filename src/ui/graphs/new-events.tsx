import { Link } from "@tanstack/react-router";
import type { TraceEvent } from "../../protocol/events/events.ts";
import { Icon } from "../components/page/icon.tsx";
import { firstLine } from "../text/shorten.ts";
import { count, exactTime } from "../text/time.ts";
import { type LiveGraph, useLiveGraph } from "./use-live-graph.ts";
import "./live.css";

const WORD = {
  connecting: "Connecting…",
  live: "Live",
  paused: "Paused",
  lost: "Connection lost",
  ended: "Ended",
} as const;

/** Lists events that arrive while the page is open. */
export function NewEvents({ project, graph }: { project: string; graph: string }) {
  const live = useLiveGraph(project, graph);
  return (
    <section className="panel live">
      <header className="panel-header">
        <h2>New events</h2>
        <LiveStatus live={live} />
      </header>
      {live.state.kind === "ended" ? <p>{live.state.reason}</p> : null}
      {live.count === 0 ? (
        <p className="muted">No event has arrived since this page was opened.</p>
      ) : (
        <ol className="live-events">
          {live.events.map((event) => (
            <li key={event.id}>
              <time dateTime={isoOf(event)}>{exactTime(isoOf(event))}</time>
              <span className="live-type">{event.type}</span>
              <EventLine project={project} graph={graph} event={event} />
            </li>
          ))}
        </ol>
      )}
      {live.count > live.events.length ? (
        <p className="muted">
          Only the last {count(live.events.length)} of {count(live.count)} events are shown.
        </p>
      ) : null}
    </section>
  );
}

function LiveStatus({ live }: { live: LiveGraph }) {
  const { kind } = live.state;
  return (
    <p className="live-status" data-kind={kind}>
      <span role="status">
        {kind === "live" ? <span className="pulse" aria-hidden="true" /> : null}
        {WORD[kind]}
      </span>
      {kind === "live" || kind === "connecting" ? (
        <button type="button" className="button small" onClick={live.pause}>
          Pause
        </button>
      ) : null}
      {kind === "paused" ? (
        <button type="button" className="button small" onClick={live.resume}>
          Resume
        </button>
      ) : null}
      {kind === "lost" ? (
        <button type="button" className="button small" onClick={live.retryNow}>
          <Icon name="refresh" size={14} /> Try now
        </button>
      ) : null}
    </p>
  );
}

interface EventLineProps {
  readonly project: string;
  readonly graph: string;
  readonly event: TraceEvent;
}

function EventLine({ project, graph, event }: EventLineProps) {
  if (event.type !== "operation") return <span>{firstLine(wordsOf(event), 140)}</span>;
  return (
    <Link to="/p/$project/graphs/$graph/operations/$op" params={{ project, graph, op: event.op }}>
      <code>{event.name}</code>
    </Link>
  );
}

function wordsOf(event: Exclude<TraceEvent, { type: "operation" }>): string {
  switch (event.type) {
    case "graph":
      return [event.user, event.system].filter(Boolean).join(" · ");
    case "session":
      return event.name ?? event.session;
    case "variable":
      return `${event.name}: ${event.value ?? event.splice?.insert ?? ""}`;
    case "link":
      return `${event.from} → ${event.to}`;
    case "verdict":
      return `${event.query} ${event.prediction}`;
  }
}

const isoOf = ({ at }: TraceEvent): string => new Date(at).toISOString();
