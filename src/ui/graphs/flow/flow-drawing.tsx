/** Draws the flow as SVG. `FlowTable` shows the same records. */
import { useRouter } from "@tanstack/react-router";
import { type KeyboardEvent, type RefObject, useEffect, useMemo, useRef, useState } from "react";
import type { CaseSummary } from "../../../protocol/api/api.ts";
import type { Flow } from "../../../protocol/api/explorer/flow.ts";
import { count } from "../../text/time.ts";
import { Axis, Bins, Flags, Lanes, Lives } from "./flow-marks.tsx";
import { type FlowScale, scaleOf, type TimeRange, zoomed } from "./flow-scale.ts";

export interface FlowDrawingProps {
  readonly project: string;
  readonly graph: string;
  readonly flow: Flow;
  readonly flags: readonly CaseSummary[];
  /** Id of the selected message. */
  readonly selected: string | undefined;
  /** @param replace if true, replaces the current entry of the browser history */
  readonly onShow: (range: TimeRange, replace?: boolean) => void;
  readonly onSelect: (variable: string) => void;
}

export function FlowDrawing(props: FlowDrawingProps) {
  const { flow, flags, project, graph } = props;
  const frame = useRef<HTMLElement>(null);
  const width = useWidth(frame);
  const scale = useMemo(() => scaleOf(flow, width), [flow, width]);
  const dragged = useGestures(frame, scale, props.onShow);
  const [pointed, setPointed] = useState("");
  const addressOf = useAddresses(project, graph);
  const beads = useBeadKeys(flow, props.onSelect);
  return (
    <section className="flow-frame" ref={frame}>
      <svg width={width} height={scale.height}>
        <title>Flow of the graph over time</title>
        <Axis scale={scale} />
        <Bins flow={flow} scale={scale} />
        <Flags flags={flags} scale={scale} addressOf={addressOf.case} onPoint={setPointed} />
        <Lanes
          {...{ flow, scale, selected: props.selected, current: beads.current }}
          addressOf={addressOf.variable}
          onPoint={setPointed}
          onSelect={props.onSelect}
          onKeyDown={beads.onKeyDown}
        />
        <Lives {...{ flow, scale, addressOf: addressOf.variable, onPoint: setPointed }} />
        {dragged ? (
          <rect
            className="flow-range"
            x={Math.min(dragged.from, dragged.to)}
            width={Math.abs(dragged.to - dragged.from)}
            y={0}
            height={scale.height}
          />
        ) : null}
      </svg>
      <p className="flow-pointed" role="status">
        {pointed ||
          `${count(flow.counts.messages)} messages and ${count(flow.counts.units)} units in this time. To zoom in, drag over a range, or turn the mouse wheel with Ctrl.`}
      </p>
    </section>
  );
}

/**
 * Builds the URLs to which messages and flags link. A plain click only selects a message. If a
 * modifier key is held down, the click opens the URL.
 */
function useAddresses(project: string, graph: string) {
  const router = useRouter();
  return useMemo(
    () => ({
      variable: (variable: string) =>
        router.buildLocation({
          to: "/p/$project/graphs/$graph/variables/$variable",
          params: { project, graph, variable },
        }).href,
      case: (id: string) =>
        router.buildLocation({ to: "/p/$project/cases/$case", params: { project, case: id } }).href,
    }),
    [router, project, graph],
  );
}

const FIRST_WIDTH = 960;

function useWidth(frame: RefObject<HTMLElement | null>): number {
  const [width, setWidth] = useState(FIRST_WIDTH);
  useEffect(() => {
    const element = frame.current;
    if (!element) return;
    const observer = new ResizeObserver(() => setWidth(Math.max(240, element.clientWidth)));
    observer.observe(element);
    return () => observer.disconnect();
  }, [frame]);
  return width;
}

/**
 * Lets people move between messages with the keyboard. The tab key reaches only one message, and
 * the arrow keys move from there to the others.
 */
function useBeadKeys(flow: Flow, onSelect: (variable: string) => void) {
  const [place, setPlace] = useState(0);
  const current = Math.min(place, flow.beads.length - 1);
  const onKeyDown = (event: KeyboardEvent) => {
    const step = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }[event.key];
    if (step === undefined) {
      const bead = flow.beads[current];
      if (event.key === " " && bead) {
        event.preventDefault();
        onSelect(bead.variable);
      }
      return;
    }
    event.preventDefault();
    const next = Math.max(0, Math.min(flow.beads.length - 1, current + step));
    setPlace(next);
    const links = event.currentTarget.closest("svg")?.querySelectorAll<SVGAElement>("a[data-bead]");
    links?.[next]?.focus();
  };
  return { current, onKeyDown };
}

const MIN_DRAG = 6;
const WHEEL_ZOOM = 1.25;

/**
 * Dragging selects a time range, and the wheel with Ctrl zooms. On a touch screen, dragging scrolls
 * the page.
 */
function useGestures(
  frame: RefObject<HTMLElement | null>,
  scale: FlowScale,
  onShow: (range: TimeRange, replace?: boolean) => void,
): TimeRange | undefined {
  const [dragged, setDragged] = useState<TimeRange>();
  const latest = useRef({ scale, onShow });
  latest.current = { scale, onShow };
  useEffect(() => {
    const element = frame.current;
    if (!element) return;
    let start: number | undefined;
    const xOf = ({ clientX }: MouseEvent) =>
      Math.max(latest.current.scale.labels, clientX - element.getBoundingClientRect().left);
    const onDown = (event: PointerEvent) => {
      if (event.button === 0 && event.pointerType !== "touch") start = xOf(event);
    };
    const onMove = (event: PointerEvent) => {
      if (start === undefined) return;
      const now = xOf(event);
      setDragged(Math.abs(now - start) < MIN_DRAG ? undefined : { from: start, to: now });
    };
    const onUp = (event: PointerEvent) => {
      if (start === undefined) return;
      const [first = 0, last = 0] = [start, xOf(event)].sort((a, b) => a - b);
      start = undefined;
      setDragged(undefined);
      if (last - first < MIN_DRAG) return;
      const { timeAt } = latest.current.scale;
      latest.current.onShow({ from: timeAt(first), to: timeAt(last) });
    };
    const onWheel = (event: WheelEvent) => {
      if (!event.ctrlKey && !event.metaKey) return;
      event.preventDefault();
      const { range, timeAt } = latest.current.scale;
      const factor = event.deltaY > 0 ? WHEEL_ZOOM : 1 / WHEEL_ZOOM;
      latest.current.onShow(zoomed(range, timeAt(xOf(event)), factor), true);
    };
    // Messages and flags are links. Without this, the browser would drag the link under the
    // pointer, and the person could not select a time range.
    const onDragStart = (event: DragEvent) => event.preventDefault();
    element.addEventListener("pointerdown", onDown);
    window.addEventListener("pointermove", onMove);
    window.addEventListener("pointerup", onUp);
    element.addEventListener("wheel", onWheel, { passive: false });
    element.addEventListener("dragstart", onDragStart);
    return () => {
      element.removeEventListener("pointerdown", onDown);
      window.removeEventListener("pointermove", onMove);
      window.removeEventListener("pointerup", onUp);
      element.removeEventListener("wheel", onWheel);
      element.removeEventListener("dragstart", onDragStart);
    };
  }, [frame]);
  return dragged;
}
