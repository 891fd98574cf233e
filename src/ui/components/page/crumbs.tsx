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
  /** The list to which the page's item belongs. */
  readonly list: ListName;
  /** Name of the item that the page is about. */
  readonly here?: ReactNode;
  /** Actions, shown at the right end of the line. */
  readonly children?: ReactNode;
}

/** Shows the path from a list to this page, above the headline. */
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

/** Breadcrumbs of a page about a record of a graph: its list is the graph. */
export function GraphCrumbs({ project, graph }: { project: string; graph: string }) {
  const here = (
    <Link to="/p/$project/graphs/$graph" params={{ project, graph }}>
      {shortenMiddle(graph, 32)}
    </Link>
  );
  return <Crumbs project={project} list="Graphs" here={here} />;
}
