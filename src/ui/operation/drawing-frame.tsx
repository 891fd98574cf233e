/** Places and draws nodes and edges. `build-drawing.ts` makes the nodes. */
import {
  type CSSProperties,
  type ReactNode,
  type RefObject,
  useEffect,
  useRef,
  useState,
} from "react";
import { Failure, Skeleton } from "../components/page/states.tsx";
import { type Layout, layOut, type Point } from "./layout.ts";

interface Edge {
  readonly from: string;
  readonly to: string;
  /** True if information was lost at this edge. */
  readonly blamed: boolean;
}

export interface DrawnGraph<Node> {
  readonly nodes: readonly Node[];
  readonly edges: readonly Edge[];
}

interface Size {
  readonly width: number;
  readonly height: number;
}

interface DrawingFrameProps<Node> {
  readonly drawing: DrawnGraph<Node>;
  /** Name for screen readers, such as "Drawing of the operation". */
  readonly label: string;
  readonly sizeOf: (node: Node) => Size;
  readonly view: (node: Node, style: CSSProperties) => ReactNode;
}

export function DrawingFrame<Node extends { readonly id: string }>(props: DrawingFrameProps<Node>) {
  const { drawing, label, sizeOf, view } = props;
  const { layout, failed } = useLayout(drawing, sizeOf);
  const frame = useRef<HTMLElement>(null);
  const scale = useScale(frame, layout?.width);
  if (failed) return <Failure error={failed} what="The drawing could not be made" />;
  if (!layout) return <Skeleton rows={5} height={32} />;
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region must take the focus
    <section className="drawing" ref={frame} tabIndex={0} aria-label={label}>
      <div style={{ width: layout.width, height: layout.height, zoom: scale }}>
        <Edges drawing={drawing} layout={layout} sizeOf={sizeOf} />
        {drawing.nodes.map((node, index) => {
          const centre = layout.nodes[index];
          return centre ? view(node, styleOf(centre, sizeOf(node))) : null;
        })}
      </div>
    </section>
  );
}

const styleOf = ({ x, y }: Point, { width, height }: Size): CSSProperties => ({
  left: x - width / 2,
  top: y - height / 2,
  width,
  height,
});

/**
 * A wide drawing is scaled down to fit into its frame. Below this scale, its text would be
 * unreadable, so a still wider drawing scrolls.
 */
const MIN_SCALE = 0.75;
const PADDING = 8;

/** Returns the scale that fits the drawing into its frame, at least `MIN_SCALE`. */
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

interface LayoutState {
  readonly drawing: unknown;
  readonly layout: Layout | null;
  readonly failed: unknown;
}

function useLayout<Node extends { readonly id: string }>(
  drawing: DrawnGraph<Node>,
  sizeOf: (node: Node) => Size,
): { layout: Layout | null; failed: unknown } {
  const [state, setState] = useState<LayoutState>();
  useEffect(() => {
    let current = true;
    layOut({ nodes: drawing.nodes.map(sizeOf), edges: placesOf(drawing) }).then(
      (layout) => current && setState({ drawing, layout, failed: null }),
      (failed: unknown) => current && setState({ drawing, layout: null, failed }),
    );
    return () => {
      current = false;
    };
  }, [drawing, sizeOf]);
  return state?.drawing === drawing ? state : { layout: null, failed: null };
}

/**
 * Returns the edges with the indexes of the nodes in place of their ids. An id comes from a trace
 * and can be any text, so it must not reach the layout library.
 */
function placesOf<Node extends { readonly id: string }>({ nodes, edges }: DrawnGraph<Node>) {
  const places = new Map(nodes.map(({ id }, place) => [id, place]));
  return edges.flatMap((edge) => {
    const [from, to] = [places.get(edge.from), places.get(edge.to)];
    return from === undefined || to === undefined ? [] : { from, to };
  });
}

interface EdgesProps<Node> {
  readonly drawing: DrawnGraph<Node>;
  readonly layout: Layout;
  readonly sizeOf: (node: Node) => Size;
}

function Edges<Node extends { readonly id: string }>(props: EdgesProps<Node>) {
  const { drawing, layout, sizeOf } = props;
  const ends = new Map(
    drawing.nodes.map((node, index) => [node.id, { ...layout.nodes[index], ...sizeOf(node) }]),
  );
  return (
    <svg width={layout.width} height={layout.height} aria-hidden="true">
      {drawing.edges.map(({ from, to, blamed }) => (
        <path key={`${from} ${to}`} d={curve(ends.get(from), ends.get(to))} data-blamed={blamed} />
      ))}
    </svg>
  );
}

/** Returns a curve from the right side of the first node to the left side of the second node. */
function curve(
  from: (Partial<Point> & Size) | undefined,
  to: (Partial<Point> & Size) | undefined,
): string {
  if (from?.x === undefined || to?.x === undefined) return "";
  const [start, end] = [from.x + from.width / 2, to.x - to.width / 2];
  const middle = (start + end) / 2;
  return `M${start},${from.y} C${middle},${from.y} ${middle},${to.y} ${end},${to.y}`;
}
