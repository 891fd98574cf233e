import { Link } from "@tanstack/react-router";

export function WebhookTabs({ project }: { project: string }) {
  return (
    <nav className="tabs" aria-label="Webhooks">
      <Link to="/p/$project/webhooks" params={{ project }}>
        Endpoints
      </Link>
      <Link to="/p/$project/deliveries" params={{ project }}>
        Deliveries
      </Link>
    </nav>
  );
}
