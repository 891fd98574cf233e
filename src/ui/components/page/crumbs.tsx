import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";

const LISTS = {
  Cases: "/p/$project/cases",
  Experiments: "/p/$project/experiments",
  Findings: "/p/$project/findings",
  Prompts: "/p/$project/prompts",
  Proposals: "/p/$project/proposals",
  Reports: "/p/$project/reports",
} as const;

export type ListName = keyof typeof LISTS;

interface CrumbsProps {
  readonly project: string;
  /** The list that the page's thing is of. */
  readonly list: ListName;
  /** Which of them it is. */
  readonly here?: ReactNode;
  /** What can be done with it, on the other side. */
  readonly children?: ReactNode;
}

/** Where a page stands, above its headline. */
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
