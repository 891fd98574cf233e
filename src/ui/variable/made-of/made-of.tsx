/** Draws the operations that brought a message's content into memory units. */
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { type CSSProperties, lazy, Suspense, useMemo } from "react";
import type { MadeOf as MadeOfView } from "../../../protocol/api/explorer/made-of.ts";
import { madeOfQuery } from "../../api/graph-queries.ts";
import { AsTable } from "../../components/page/as-table.tsx";
import { Loaded, Skeleton } from "../../components/page/states.tsx";
import { firstWords } from "../../text/recorded-text.ts";
import { shortenMiddle } from "../../text/shorten.ts";
import { count } from "../../text/time.ts";
import { OperationLink, VariableLink } from "../variable-link.tsx";
import { buildMadeOf, type MadeNode } from "./build-made-of.ts";
import "../../operation/operation.css";
import "./made-of.css";

const DrawingFrame = lazy(async () => {
  const { DrawingFrame: component } = await import("../../operation/drawing-frame.tsx");
  return { default: component<MadeNode> };
});

interface MadeOfProps {
  readonly project: string;
  readonly graph: string;
  readonly variable: string;
}

export function MadeOf({ project, graph, variable }: MadeOfProps) {
  const query = useQuery(madeOfQuery(project, graph, variable));
  return (
    <section className="made-of">
      <h3>Values made from this message</h3>
      <Loaded query={query} what="The values made from this message could not be loaded">
        {(made) =>
          made.links.length === 0 ? (
            <p className="muted">No operation read this message.</p>
          ) : (
            <Made {...{ project, graph, made }} />
          )
        }
      </Loaded>
    </section>
  );
}

interface MadeProps {
  readonly project: string;
  readonly graph: string;
  readonly made: MadeOfView;
}

const NODE = { width: 168, height: 48 };
const OPERATION_NODE = { width: 150, height: 44 };
const sizeOf = ({ kind }: MadeNode) => (kind === "operation" ? OPERATION_NODE : NODE);

function Made({ project, graph, made }: MadeProps) {
  const drawing = useMemo(() => buildMadeOf(made), [made]);
  return (
    <>
      <p>{sayMade(made)}</p>
      <Suspense fallback={<Skeleton rows={5} height={32} />}>
        <DrawingFrame
          drawing={drawing}
          label="Drawing of the values made from this message"
          sizeOf={sizeOf}
          view={(node, style) => <Node key={node.id} {...{ project, graph, node, style }} />}
        />
      </Suspense>
      {made.isComplete ? null : (
        <p className="muted">
          The drawing is too large to show completely. It shows only the nearest{" "}
          {count(made.variables.length)} variables.
        </p>
      )}
      <MadeTable {...{ project, graph, made }} />
    </>
  );
}

const WORDS_SHOWN = 30;

function sayMade({ variables, missingWords }: MadeOfView): string {
  const units = variables.filter(({ role, depth }) => role === "unit" && depth > 0).length;
  const dropped = variables.filter(({ isDropped }) => isDropped).length;
  const reached =
    units === 0
      ? "No memory unit was made from this message."
      : `${count(units)} memory ${units === 1 ? "unit was" : "units were"} made from this message.`;
  const left =
    dropped === 0
      ? ""
      : ` ${count(dropped)} ${dropped === 1 ? "value was" : "values were"} not read by any operation (dashed).`;
  const words = missingWords ?? [];
  const more = words.length > WORDS_SHOWN ? " …" : "";
  const missing =
    words.length === 0
      ? ""
      : ` Words of the message that are in no memory unit made from the message: ${words.slice(0, WORDS_SHOWN).join(", ")}${more}.`;
  return `${reached}${left}${missing}`;
}

interface NodeProps {
  readonly project: string;
  readonly graph: string;
  readonly node: MadeNode;
  readonly style: CSSProperties;
}

function Node({ project, graph, node, style }: NodeProps) {
  if (node.kind === "operation") {
    return (
      <Link
        to="/p/$project/graphs/$graph/operations/$op"
        params={{ project, graph, op: node.op }}
        className="node operation-node"
        style={style}
        title={node.op}
      >
        <code>{shortenMiddle(node.name, 40)}</code>
      </Link>
    );
  }
  const { id, role, text, isDropped } = node.variable;
  return (
    <Link
      to="/p/$project/graphs/$graph/variables/$variable"
      params={{ project, graph, variable: id }}
      className="node variable-node"
      data-role={role}
      data-side={isDropped ? "missed" : undefined}
      style={style}
      title={id}
    >
      <code>
        {role === "unit" ? "unit " : ""}
        {shortenMiddle(id, 20)}
      </code>
      <span>{firstWords(text, 60) || "(empty)"}</span>
    </Link>
  );
}

function MadeTable({ project, graph, made }: MadeProps) {
  const texts = new Map(made.variables.map((variable) => [variable.id, variable]));
  const names = new Map(made.operations.map(({ id, name }) => [id, name]));
  return (
    <AsTable
      label="Values made from this message, as a table"
      columns={["From", "Operation", "To", "Role", "Text"]}
    >
      {made.links.map(({ op, from, to }) => {
        const target = texts.get(to);
        return (
          <tr key={`${op} ${from} ${to}`}>
            <td>
              <VariableLink project={project} graph={graph} variable={from} limit={24} />
            </td>
            <td>
              <OperationLink project={project} graph={graph} op={op} name={names.get(op) ?? op} />
            </td>
            <td>
              <VariableLink project={project} graph={graph} variable={to} limit={24} />
            </td>
            <td>{target?.isDropped ? "not read" : target?.role}</td>
            <td>{firstWords(target?.text ?? "", 80)}</td>
          </tr>
        );
      })}
    </AsTable>
  );
}
