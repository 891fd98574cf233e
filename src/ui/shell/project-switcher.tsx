import { useNavigate } from "@tanstack/react-router";
import type { Project } from "../../protocol/api/teams/project.ts";

interface ProjectSwitcherProps {
  readonly projects: readonly Project[];
  readonly current: string;
}

const NEW = "new project";

export function ProjectSwitcher({ projects, current }: ProjectSwitcherProps) {
  const navigate = useNavigate();
  const choose = (id: string) => {
    if (id === NEW) navigate({ to: "/start" });
    else navigate({ to: "/p/$project", params: { project: id } });
  };
  return (
    <div className="switcher">
      <Mark />
      <select aria-label="Project" value={current} onChange={(event) => choose(event.target.value)}>
        {projects.some(({ id }) => id === current) ? null : <option value={current}>…</option>}
        {projects.map(({ id, name }) => (
          <option key={id} value={id}>
            {name}
          </option>
        ))}
        <option value={NEW}>＋ New project…</option>
      </select>
    </div>
  );
}

/** The product's logo. */
export function Mark({ size = 24 }: { size?: number }) {
  return (
    <svg className="mark" width={size} height={size} viewBox="0 0 32 32" aria-hidden="true">
      <rect width="32" height="32" rx="8" />
      <path d="M9 10v7.5a4 4 0 0 0 4 4h4M9 10h9" />
      <circle cx="9" cy="10" r="3" />
      <circle cx="20" cy="10" r="3" />
      <circle className="mark-fault" cx="20.5" cy="21.5" r="3.5" />
    </svg>
  );
}
