import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { promptsBehindQuery } from "./prompts-api.ts";

/** Shows the prompt versions that the decisive operation read. Hidden if there are none. */
export function CasePrompts({ project, id }: { project: string; id: string }) {
  const { data } = useQuery(promptsBehindQuery(project, id));
  if (data === undefined || data.items.length === 0) return null;
  return (
    <p className="soft">
      Instructed by{" "}
      {data.items.map(({ id: prompt, name, version }, index) => (
        <span key={`${prompt} ${version}`}>
          {index > 0 ? ", " : null}
          <Link to="/p/$project/prompts/$prompt" params={{ project, prompt }} search={{ version }}>
            {name}, version {version}
          </Link>
        </span>
      ))}
    </p>
  );
}
