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
   * Role of the person who chooses. The list has no higher roles, which this person cannot give.
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
