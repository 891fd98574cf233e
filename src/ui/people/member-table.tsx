import { useState } from "react";
import { mayManage } from "../../protocol/people/roles.ts";
import type { Member, Organization } from "../../protocol/people.ts";
import { WideTable } from "../components/page/wide-table.tsx";
import { Moment } from "../components/text/moment.tsx";
import { count } from "../text/time.ts";
import { HandOverDialog } from "./hand-over-dialog.tsx";
import { ProjectRolesDialog } from "./project-roles-dialog.tsx";
import { RemoveDialog } from "./remove-dialog.tsx";
import { RoleDialog } from "./role-dialog.tsx";

interface MemberTableProps {
  readonly organization: Organization;
  readonly members: readonly Member[];
  /** Id of the signed-in person. Undefined until loaded. */
  readonly myId: string | undefined;
}

interface Asked {
  readonly what: "role" | "projects" | "owner" | "removal";
  readonly member: Member;
}

export function MemberTable({ organization, members, myId }: MemberTableProps) {
  const [asked, setAsked] = useState<Asked | null>(null);
  const owners = members.filter(({ role }) => role === "owner");
  const onClose = () => setAsked(null);
  return (
    <>
      <WideTable columns={["Name", "E-mail", "Role", "Member since", { hidden: "Actions" }]}>
        {members.map((member) => (
          <MemberRow
            key={member.id}
            member={member}
            isMe={member.userId === myId}
            isLastOwner={member.role === "owner" && owners.length === 1}
            mayChange={mayManage(organization.role, member.role)}
            mayHandOver={organization.role === "owner"}
            onAsk={(what) => setAsked({ what, member })}
          />
        ))}
      </WideTable>
      {asked?.what === "role" ? (
        <RoleDialog
          organization={organization}
          member={asked.member}
          isMe={asked.member.userId === myId}
          onClose={onClose}
        />
      ) : null}
      {asked?.what === "projects" ? (
        <ProjectRolesDialog organization={organization} member={asked.member} onClose={onClose} />
      ) : null}
      {asked?.what === "owner" ? (
        <HandOverDialog organization={organization} member={asked.member} onClose={onClose} />
      ) : null}
      {asked?.what === "removal" ? (
        <RemoveDialog
          organization={organization}
          member={asked.member}
          isMe={asked.member.userId === myId}
          onClose={onClose}
        />
      ) : null}
    </>
  );
}

interface MemberRowProps {
  readonly member: Member;
  readonly isMe: boolean;
  readonly isLastOwner: boolean;
  readonly mayChange: boolean;
  readonly mayHandOver: boolean;
  readonly onAsk: (what: Asked["what"]) => void;
}

function MemberRow({ member, isMe, isLastOwner, mayChange, mayHandOver, onAsk }: MemberRowProps) {
  const { name, email } = member.user;
  return (
    <tr>
      <th scope="row">
        {name}
        {isMe ? <span className="tag">you</span> : null}
      </th>
      <td>{email}</td>
      <td>
        {member.role}
        {member.projects.length > 0 ? (
          <span className="tag">
            {member.projects.length === 1
              ? "another role in 1 project"
              : `other roles in ${count(member.projects.length)} projects`}
          </span>
        ) : null}
      </td>
      <td>
        <Moment iso={member.createdAt} />
      </td>
      <td className="row-actions">
        {isLastOwner ? (
          <span className="muted">
            {isMe
              ? "You are the last owner. To leave, make another member owner first."
              : "The last owner cannot be removed."}
          </span>
        ) : (
          <>
            {mayChange ? (
              <button
                type="button"
                className="button small"
                aria-label={`Change the role of ${name}`}
                onClick={() => onAsk("role")}
              >
                Change role
              </button>
            ) : null}
            {mayChange && member.role !== "owner" ? (
              <button
                type="button"
                className="button small"
                aria-label={`Change the roles of ${name} in projects`}
                onClick={() => onAsk("projects")}
              >
                Projects
              </button>
            ) : null}
            {mayHandOver && !isMe ? (
              <button
                type="button"
                className="button small"
                aria-label={`Transfer ownership to ${name}`}
                onClick={() => onAsk("owner")}
              >
                Transfer ownership
              </button>
            ) : null}
            {mayChange || isMe ? (
              <button
                type="button"
                className="button small"
                aria-label={isMe ? "Leave the organization" : `Remove ${name}`}
                onClick={() => onAsk("removal")}
              >
                {isMe ? "Leave" : "Remove"}
              </button>
            ) : null}
          </>
        )}
      </td>
    </tr>
  );
}
