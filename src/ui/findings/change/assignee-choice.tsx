import { useMutation } from "@tanstack/react-query";
import type { Finding } from "../../../protocol/api/insights/findings.ts";
import { useMay } from "../../api/may.ts";
import { useMembers } from "../../api/members.ts";
import { Select } from "../../components/form/field.tsx";
import { Failure } from "../../components/page/states.tsx";
import { changeFinding, useShowFinding } from "../findings-api.ts";

interface AssigneeChoiceProps {
  readonly project: string;
  readonly finding: Finding;
}

/** Lets a person choose who works on the finding. */
export function AssigneeChoice({ project, finding: { id, assignee } }: AssigneeChoiceProps) {
  const mayWrite = useMay(project, "write");
  const members = useMembers(project).data;
  const show = useShowFinding(project);
  const change = useMutation({
    mutationFn: (person: string) =>
      changeFinding(project, id, { assignee: person === NOBODY ? null : person }),
    onSuccess: show,
  });
  if (!mayWrite || members === undefined) {
    return <p className="muted">Assignee: {assignee?.name ?? "nobody"}</p>;
  }
  return (
    <div className="finding-assignee">
      <Select
        label="Assignee"
        value={assignee?.id ?? NOBODY}
        options={[
          { value: NOBODY, label: "nobody" },
          ...members.map(({ user }) => ({ value: user.id, label: user.name })),
        ]}
        onChange={(person) => change.mutate(person)}
      />
      {change.error ? <Failure error={change.error} what="The assignee was not changed" /> : null}
    </div>
  );
}

const NOBODY = "";
