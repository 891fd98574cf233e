import { Link } from "@tanstack/react-router";
import { useMay } from "../api/may.ts";

/** Only owners and admins see the tabs for sign-in settings and the audit log. */
export function TeamTabs({ project }: { project: string }) {
  const mayAdminister = useMay(project, "admin");
  return (
    <nav className="tabs" aria-label="Organization">
      <Link to="/p/$project/people" params={{ project }}>
        People
      </Link>
      {mayAdminister ? (
        <>
          <Link to="/p/$project/sign-in" params={{ project }}>
            Sign-in
          </Link>
          <Link to="/p/$project/audit" params={{ project }}>
            Audit log
          </Link>
        </>
      ) : null}
      <Link to="/p/$project/usage" params={{ project }}>
        Usage
      </Link>
    </nav>
  );
}
