import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { Fragment } from "react";
import type { Replay, ReplayPair } from "../../protocol/api/replays.ts";
import { Loaded, Skeleton } from "../components/page/states.tsx";
import { ClampedText } from "../components/text/clamped-text.tsx";
import { comparisonQuery } from "./replay-queries.ts";

interface SideBySideProps {
  readonly project: string;
  readonly id: string;
  readonly replay: Replay;
}

/**
 * Shows the original graph next to the replay's graph. Each row is a step, from the corrected
 * operation to the answer.
 */
export function SideBySide({ project, id, replay }: SideBySideProps) {
  const query = useQuery(comparisonQuery(project, id, replay.id));
  return (
    <Loaded
      query={query}
      what="The graphs could not be compared"
      skeleton={<Skeleton rows={4} height={24} />}
    >
      {({ pairs }) =>
        pairs.length === 0 ? (
          <p className="muted">The graph of this replay no longer exists.</p>
        ) : (
          <table className="side-by-side">
            <thead>
              <tr>
                <th scope="col">Step</th>
                <th scope="col">As recorded</th>
                <th scope="col">
                  In the{" "}
                  {replay.graph ? (
                    <Link to="/p/$project/graphs/$graph" params={{ project, graph: replay.graph }}>
                      replay
                    </Link>
                  ) : (
                    "replay"
                  )}
                </th>
              </tr>
            </thead>
            <tbody>
              {pairs.map((pair) => (
                <Pair key={`${pair.recorded?.op} ${pair.replayed?.op}`} pair={pair} />
              ))}
            </tbody>
          </table>
        )
      }
    </Loaded>
  );
}

function Pair({ pair }: { pair: ReplayPair }) {
  const { recorded, replayed, isCorrected, isChanged } = pair;
  return (
    <tr data-corrected={isCorrected} data-changed={isChanged}>
      <th scope="row">
        <code>{recorded?.name ?? replayed?.name}</code>
        <span className="muted">
          {isCorrected ? "corrected" : isChanged ? "differs" : "the same"}
        </span>
      </th>
      <td>
        <Made side={recorded} absent="did not run" />
      </td>
      <td>
        {isChanged || isCorrected ? (
          <Made side={replayed} absent="did not run" />
        ) : (
          <span className="muted">the same</span>
        )}
      </td>
    </tr>
  );
}

function Made({ side, absent }: { side: ReplayPair["recorded"]; absent: string }) {
  if (side === null) return <span className="muted">{absent}</span>;
  if (side.made.length === 0) return <span className="muted">made nothing</span>;
  return side.made.map(({ id, text }) => (
    <Fragment key={`${id} ${text}`}>
      <ClampedText text={text} limit={300} />
    </Fragment>
  ));
}
