import { Link } from "@tanstack/react-router";
import { useMay } from "../api/may.ts";

/** Tabs of the organization's pages; some are only for owners and admins. */
export function TeamTabs({ project }: { project: string }) {
  const mayAdminister = useMay(project, "admin");
  if (!mayAdminister) return null;
  return (
    <nav className="tabs" aria-label="Organization">
      <Link to="/p/$project/people" params={{ project }}>
        People
      </Link>
      <Link to="/p/$project/audit" params={{ project }}>
        Audit log
      </Link>
    </nav>
  );
}
