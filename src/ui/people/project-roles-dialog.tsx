import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { PROJECT_ROLES, type ProjectRole } from "../../protocol/people/roles.ts";
import type { Member, Organization } from "../../protocol/people.ts";
import { membersQuery, setProjectRole } from "../api/people.ts";
import { projectsQuery } from "../api/resources.ts";
import { Select } from "../components/form/field.tsx";
import { FormDialog } from "../components/form/form-dialog.tsx";

interface ProjectRolesDialogProps {
  readonly organization: Organization;
  readonly member: Member;
  readonly onClose: () => void;
}

const SAME = "same";

/**
 * Sets or removes a member's role in one project. If a project has no role for the member, the
 * member's role in the organization applies there.
 */
export function ProjectRolesDialog({ organization, member, onClose }: ProjectRolesDialogProps) {
  const client = useQueryClient();
  const projects =
    useQuery(projectsQuery).data?.items.filter((each) => each.organization === organization.id) ??
    [];
  const [chosen, setChosen] = useState<string>();
  const project = chosen ?? projects[0]?.id ?? "";
  const present = member.projects.find((each) => each.project === project)?.role ?? SAME;
  const [wanted, setWanted] = useState<ProjectRole | typeof SAME>();
  const role = wanted ?? present;
  const change = useMutation({
    mutationFn: () =>
      setProjectRole({
        ...{ organizationId: organization.id, memberId: member.id, project },
        role: role === SAME ? null : role,
        revokeKeys: true,
      }),
    onSuccess: onClose,
    onSettled: () => client.invalidateQueries(membersQuery(organization.id)),
  });
  return (
    <FormDialog
      title={`Roles of ${member.user.name} in projects`}
      action="Change the role in this project"
      change={change}
      failure="The role in the project was not changed"
      incomplete={role === present}
      onClose={onClose}
    >
      <Select
        label="Project"
        value={project}
        options={projects.map(({ id, name }) => ({ value: id, label: name }))}
        onChange={(next) => {
          setChosen(next);
          setWanted(undefined);
        }}
      />
      <Select
        label="Role in this project"
        value={role}
        options={[
          { value: SAME, label: `${member.role}, as in the organization` },
          ...PROJECT_ROLES.map((given) => ({ value: given, label: given })),
        ]}
        onChange={setWanted}
      />
      <p className="muted">
        If {member.user.name} made keys of this project with more scopes than the role gives,
        MemTrace revokes these keys.
      </p>
    </FormDialog>
  );
}
