/** The operation between its inputs and its outputs. */
import { type RefObject, useEffect, useMemo, useRef, useState } from "react";
import type { OperationView, VariableView } from "../../protocol/api/api.ts";
import type { ErrorType } from "../../protocol/error-types.ts";
import { Failure, Skeleton } from "../components/page/states.tsx";
import { Breakable } from "../components/text/breakable.tsx";
import { TypeLetter } from "../components/text/type-chip.tsx";
import { LOOKS } from "../error-types.ts";
import type { Marks } from "../text/mark-words.ts";
import { firstLine, shortenMiddle } from "../text/shorten.ts";
import { count } from "../text/time.ts";
import { buildDrawing, type Drawing, type DrawingNode } from "./build-drawing.ts";
import { type Layout, layOut, type Point } from "./layout.ts";
import type { RankedVariables } from "./rank-variables.ts";

const SHOWN = 6;
/** With more nodes on one side, the edges cannot be told apart. */
const MAX_SHOWN = 40;
const NODE = { width: 148, height: 48 };
const OPERATION_NODE = { width: 164, height: 56 };

export interface OperationInsideProps {
  readonly project: string;
  readonly graph: string;
  readonly operation: OperationView;
  /** The error type that the operation is blamed for; null if it is not blamed. */
  readonly errorType: ErrorType | null;
  /** The link at which information was lost. */
  readonly link: string | null;
  /** A variable that stated the information before but that the operation did not read. */
  readonly missed?: VariableView | undefined;
  /** Variables to show first. */
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
  const { layout, failed } = useLayout(drawing);
  const { inputs, intermediates, outputs } = operation.counts;
  const most = Math.max(inputs, intermediates, outputs);
  const frame = useRef<HTMLElement>(null);
  const scale = useScale(frame, layout?.width);
  if (failed) return <Failure error={failed} what="The operation could not be drawn" />;
  if (!layout) return <Skeleton rows={5} height={32} />;
  return (
    <>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region must take the focus */}
      <section className="drawing" ref={frame} tabIndex={0} aria-label="Drawing of the operation">
        <div style={{ width: layout.width, height: layout.height, zoom: scale }}>
          <Edges drawing={drawing} layout={layout} />
          {drawing.nodes.map((node, index) => {
            const centre = layout.nodes[index];
            return centre ? (
              <NodeView
                key={node.id}
                {...props}
                node={node}
                centre={centre}
                onMore={limit < MAX_SHOWN ? () => setLimit(MAX_SHOWN) : undefined}
              />
            ) : null;
          })}
        </div>
      </section>
      {most > MAX_SHOWN && limit === MAX_SHOWN ? (
        <p className="muted">
          Too large to draw whole: the {MAX_SHOWN} that matter most of {most} are shown.
        </p>
      ) : null}
    </>
  );
}

/** Below this scale the words are unreadable; wider drawings scroll. */
const MIN_SCALE = 0.75;
const PADDING = 8;

/** Scales the drawing to its frame while it stays readable. */
function useScale(frame: RefObject<HTMLElement | null>, width: number | undefined): number {
  const [available, setAvailable] = useState<number>();
  useEffect(() => {
    const element = frame.current;
    if (!element || width === undefined) return;
    const observer = new ResizeObserver(() => setAvailable(element.clientWidth - PADDING));
    observer.observe(element);
    return () => observer.disconnect();
  }, [frame, width]);
  if (available === undefined || width === undefined) return 1;
  return Math.max(MIN_SCALE, Math.min(1, available / width));
}

function useLayout(drawing: Drawing): { layout: Layout | null; failed: unknown } {
  const [state, setState] = useState<{
    drawing: Drawing;
    layout: Layout | null;
    failed: unknown;
  }>();
  useEffect(() => {
    let current = true;
    layOut({ nodes: drawing.nodes.map(sizeOf), edges: placesOf(drawing) }).then(
      (layout) => current && setState({ drawing, layout, failed: null }),
      (failed: unknown) => current && setState({ drawing, layout: null, failed }),
    );
    return () => {
      current = false;
    };
  }, [drawing]);
  return state?.drawing === drawing ? state : { layout: null, failed: null };
}

/** Ids are data, so the layout gets positions instead. */
function placesOf({ nodes, edges }: Drawing) {
  const places = new Map(nodes.map(({ id }, place) => [id, place]));
  return edges.flatMap((edge) => {
    const [from, to] = [places.get(edge.from), places.get(edge.to)];
    return from === undefined || to === undefined ? [] : { from, to };
  });
}

const sizeOf = ({ kind }: DrawingNode) => (kind === "operation" ? OPERATION_NODE : NODE);

function Edges({ drawing, layout }: { drawing: Drawing; layout: Layout }) {
  const centres = new Map(drawing.nodes.map(({ id }, index) => [id, layout.nodes[index]]));
  return (
    <svg width={layout.width} height={layout.height} aria-hidden="true">
      {drawing.edges.map(({ from, to, blamed }) => (
        <path
          key={`${from} ${to}`}
          d={curve(centres.get(from), centres.get(to))}
          data-blamed={blamed}
        />
      ))}
    </svg>
  );
}

/** Names within a class are often digests of the value, which tell a reader nothing. */
const labelOf = ({ className, name, version }: VariableView) => `${className ?? name}@${version}`;

/** Between two centres; the nodes cover its ends. */
function curve(from: Point | undefined, to: Point | undefined): string {
  if (!from || !to) return "";
  const [start, end] = [from.x + NODE.width / 2, to.x - NODE.width / 2];
  const middle = (start + end) / 2;
  return `M${start},${from.y} C${middle},${from.y} ${middle},${to.y} ${end},${to.y}`;
}

interface NodeViewProps extends OperationDrawingProps {
  readonly node: DrawingNode;
  readonly centre: Point;
  readonly onMore: (() => void) | undefined;
}

function NodeView({ node, centre, onMore, ...props }: NodeViewProps) {
  const { width, height } = sizeOf(node);
  const style = { left: centre.x - width / 2, top: centre.y - height / 2, width, height };
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
      <span>{firstLine(variable.value, 60) || "(empty)"}</span>
    </button>
  );
}
