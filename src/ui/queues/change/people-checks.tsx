import { useMembers } from "../../api/members.ts";
import { Loaded } from "../../components/page/states.tsx";

interface PeopleChecksProps {
  readonly project: string;
  /** Ids of the chosen people. */
  readonly chosen: readonly string[];
  readonly onChange: (chosen: readonly string[]) => void;
}

/**
 * Lets a person choose who labels. A viewer cannot be chosen, because viewers are not allowed to
 * label.
 */
export function PeopleChecks({ project, chosen, onChange }: PeopleChecksProps) {
  const members = useMembers(project);
  return (
    <fieldset className="checks people-checks">
      <legend>People who label</legend>
      <Loaded query={members} what="The members could not be loaded">
        {(all) =>
          all.map(({ user, role }) => (
            <label key={user.id} className="check">
              <input
                type="checkbox"
                checked={chosen.includes(user.id)}
                disabled={role === "viewer"}
                onChange={({ target }) =>
                  onChange(
                    target.checked
                      ? [...chosen, user.id]
                      : chosen.filter((other) => other !== user.id),
                  )
                }
              />
              <span>
                {user.name}{" "}
                <span className="muted">
                  {user.email}
                  {role === "viewer" ? ", a viewer, who may not label" : ""}
                </span>
              </span>
            </label>
          ))
        }
      </Loaded>
    </fieldset>
  );
}
