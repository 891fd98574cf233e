import { mayManage, ROLES, type Role } from "../../protocol/people/roles.ts";
import { Select } from "../components/form/field.tsx";

const MAY: Readonly<Record<Role, string>> = {
  owner: "everything, also managing owners",
  admin: "everything but managing owners",
  member: "send events, read, and work on cases",
  annotator: "read, label, comment and work queues",
  viewer: "read",
  guest: "only what their roles in individual projects allow",
};

interface RoleChoiceProps {
  /**
   * The role of the person who gives a role to somebody else. Nobody can give a role above their
   * own, so the list does not offer such roles.
   */
  readonly of: Role;
  readonly role: Role;
  readonly onChange: (role: Role) => void;
}

export function RoleChoice({ of, role, onChange }: RoleChoiceProps) {
  const options = ROLES.filter((given) => mayManage(of, given)).map((given) => ({
    value: given,
    label: `${given}: ${MAY[given]}`,
  }));
  return <Select label="Role" value={role} options={options} onChange={onChange} />;
}
