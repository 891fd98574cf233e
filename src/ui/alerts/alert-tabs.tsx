import { Link } from "@tanstack/react-router";

export function AlertTabs({ project }: { project: string }) {
  return (
    <nav className="tabs" aria-label="Alerts">
      <Link to="/p/$project/channels" params={{ project }}>
        Channels
      </Link>
      <Link to="/p/$project/rules" params={{ project }}>
        Rules
      </Link>
      <Link to="/p/$project/deliveries" params={{ project }}>
        Deliveries
      </Link>
    </nav>
  );
}
