import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { shortenMiddle } from "../../text/shorten.ts";

const LISTS = {
  Benchmarks: "/p/$project/benchmarks",
  Cases: "/p/$project/cases",
  Experiments: "/p/$project/experiments",
  Findings: "/p/$project/findings",
  Graphs: "/p/$project/graphs",
  Prompts: "/p/$project/prompts",
  Proposals: "/p/$project/proposals",
  Queues: "/p/$project/queues",
  Reports: "/p/$project/reports",
} as const;

export type ListName = keyof typeof LISTS;

interface CrumbsProps {
  readonly project: string;
  /** The page shows one item of this list. */
  readonly list: ListName;
  /** Name of the page's item. */
  readonly here?: ReactNode;
  /** Actions at the right end of the line. */
  readonly children?: ReactNode;
}

/** Shows the path from a list to this page. */
export function Crumbs({ project, list, here, children }: CrumbsProps) {
  return (
    <div className="crumbs no-print">
      <Link to={LISTS[list]} params={{ project }}>
        {list}
      </Link>
      {here === undefined ? null : (
        <>
          <span aria-hidden="true">/</span>
          {here}
        </>
      )}
      {children === undefined ? null : (
        <>
          <span className="spacer" />
          {children}
        </>
      )}
    </div>
  );
}

/** Breadcrumbs for a record of a graph. */
export function GraphCrumbs({ project, graph }: { project: string; graph: string }) {
  const here = (
    <Link to="/p/$project/graphs/$graph" params={{ project, graph }}>
      {shortenMiddle(graph, 32)}
    </Link>
  );
  return <Crumbs project={project} list="Graphs" here={here} />;
}
