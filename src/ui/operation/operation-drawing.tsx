/** Draws an operation with inputs on the left and outputs on the right. */
import { type CSSProperties, useMemo, useState } from "react";
import type { OperationView, VariableView } from "../../protocol/api/api.ts";
import type { ErrorType } from "../../protocol/error-types.ts";
import { Breakable } from "../components/text/breakable.tsx";
import { TypeLetter } from "../components/text/type-chip.tsx";
import { LOOKS } from "../error-types.ts";
import type { Marks } from "../text/mark-words.ts";
import { firstWords } from "../text/recorded-text.ts";
import { shortenMiddle } from "../text/shorten.ts";
import { count } from "../text/time.ts";
import { buildDrawing, type DrawingNode } from "./build-drawing.ts";
import { DrawingFrame } from "./drawing-frame.tsx";
import type { RankedVariables } from "./rank-variables.ts";

const SHOWN = 6;
/** Maximum number of nodes on one side. With more nodes, nobody could tell the edges apart. */
const MAX_SHOWN = 40;
const NODE = { width: 148, height: 48 };
const OPERATION_NODE = { width: 164, height: 56 };

export interface OperationInsideProps {
  readonly project: string;
  readonly graph: string;
  readonly operation: OperationView;
  /** The error type if the verdict blames this operation. Otherwise null. */
  readonly errorType: ErrorType | null;
  /** Id of the link that lost information. Null if the verdict names no single link. */
  readonly link: string | null;
  /** A variable that the operation should have read, because it contains the lost information. */
  readonly missed?: VariableView | undefined;
  /** Ids of variables to show before others. */
  readonly focus: ReadonlySet<string>;
  readonly marks: Marks;
  readonly selected: string | undefined;
  readonly onSelect: (variable: string) => void;
}

interface OperationDrawingProps extends OperationInsideProps {
  readonly ranked: RankedVariables;
}

export function OperationDrawing(props: OperationDrawingProps) {
  const { operation, ranked, link, missed } = props;
  const [limit, setLimit] = useState(SHOWN);
  const drawing = useMemo(
    () => buildDrawing(operation, ranked, limit, link, missed),
    [operation, ranked, limit, link, missed],
  );
  const { inputs, intermediates, outputs } = operation.counts;
  const most = Math.max(inputs, intermediates, outputs);
  const onMore = limit < MAX_SHOWN ? () => setLimit(MAX_SHOWN) : undefined;
  return (
    <>
      <DrawingFrame
        drawing={drawing}
        label="Drawing of the operation"
        sizeOf={sizeOf}
        view={(node, style) => (
          <NodeView key={node.id} {...props} node={node} style={style} onMore={onMore} />
        )}
      />
      {most > MAX_SHOWN && limit === MAX_SHOWN ? (
        <p className="muted">
          The drawing is too large to show completely. Of {most} variables, only the {MAX_SHOWN}{" "}
          most important are shown.
        </p>
      ) : null}
    </>
  );
}

const sizeOf = ({ kind }: DrawingNode) => (kind === "operation" ? OPERATION_NODE : NODE);

/**
 * If a variable has a class, its name is often only a hash of its value. So the class is shown in
 * place of the name.
 */
const labelOf = ({ className, name, version }: VariableView) => `${className ?? name}@${version}`;

interface NodeViewProps extends OperationDrawingProps {
  readonly node: DrawingNode;
  readonly style: CSSProperties;
  readonly onMore: (() => void) | undefined;
}

function NodeView({ node, style, onMore, ...props }: NodeViewProps) {
  if (node.kind === "operation") {
    const colour = props.errorType ? LOOKS[props.errorType].colour : undefined;
    return (
      <div className="node operation-node" style={{ ...style, "--type": colour }}>
        {props.errorType ? <TypeLetter type={props.errorType} /> : null}
        <code title={props.operation.name}>
          <Breakable name={shortenMiddle(props.operation.name, 48)} />
        </code>
      </div>
    );
  }
  if (node.kind === "more") {
    return (
      <button
        type="button"
        className="node more-node"
        style={style}
        disabled={!onMore}
        onClick={onMore}
      >
        {count(node.count)} more
      </button>
    );
  }
  const { variable } = node;
  return (
    <button
      type="button"
      className="node variable-node"
      data-side={node.side}
      aria-pressed={variable.id === props.selected}
      title={variable.id}
      style={style}
      onClick={() => props.onSelect(variable.id)}
    >
      <code>{shortenMiddle(labelOf(variable), 20)}</code>
      <span>{firstWords(variable.value, 60) || "(empty)"}</span>
    </button>
  );
}
