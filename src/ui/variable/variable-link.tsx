import { Link } from "@tanstack/react-router";
import { shortenMiddle } from "../text/shorten.ts";

interface VariableLinkProps {
  readonly project: string;
  readonly graph: string;
  readonly variable: string;
  readonly limit?: number;
}

export function VariableLink({ project, graph, variable, limit = 40 }: VariableLinkProps) {
  return (
    <Link
      to="/p/$project/graphs/$graph/variables/$variable"
      params={{ project, graph, variable }}
      title={variable}
    >
      <code>{shortenMiddle(variable, limit)}</code>
    </Link>
  );
}

interface OperationLinkProps {
  readonly project: string;
  readonly graph: string;
  readonly op: string;
  /** Text of the link. By default the operation's id. */
  readonly name?: string | undefined;
}

export function OperationLink({ project, graph, op, name = op }: OperationLinkProps) {
  return (
    <Link to="/p/$project/graphs/$graph/operations/$op" params={{ project, graph, op }} title={op}>
      <code>{shortenMiddle(name, 40)}</code>
    </Link>
  );
}
