import { useQuery } from "@tanstack/react-query";
import { operationQuery } from "../../api/resources.ts";
import { Select } from "../../components/form/field.tsx";
import { shortenMiddle } from "../../text/shorten.ts";

interface LinkFieldProps {
  readonly project: string;
  readonly graph: string;
  /**
   * The field offers the links of this operation. Empty if the person has not chosen an operation.
   */
  readonly op: string;
  /** Chosen link id. Empty if no single link is at fault. */
  readonly value: string;
  readonly onChange: (link: string) => void;
}

/** Lets a person choose which link of the operation lost the information. */
export function LinkField({ project, graph, op, value, onChange }: LinkFieldProps) {
  const query = useQuery({ ...operationQuery(project, graph, op), enabled: op !== "" });
  const links = (op === "" ? undefined : query.data?.links) ?? [];
  const options = links.map(({ id, from, to }) => ({
    value: id,
    label: `${shortenMiddle(from, 24)} → ${shortenMiddle(to, 24)}`,
  }));
  const isListed = value === "" || links.some(({ id }) => id === value);
  return (
    <Select
      label="Link"
      value={value}
      options={[
        { value: "", label: "no single link" },
        ...(isListed ? [] : [{ value, label: value }]),
        ...options,
      ]}
      onChange={onChange}
    />
  );
}
