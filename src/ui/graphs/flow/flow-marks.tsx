/** The parts of the flow drawing: axis, sessions, messages, wrong answers, memory units. */
import type { KeyboardEvent, MouseEvent } from "react";
import type { CaseSummary } from "../../../protocol/api/api.ts";
import type {
  Flow,
  FlowBead,
  FlowLane,
  FlowLife,
  FlowLifeMark,
} from "../../../protocol/api/explorer/flow.ts";
import { firstWords } from "../../text/recorded-text.ts";
import { firstLine, shortenMiddle } from "../../text/shorten.ts";
import { count } from "../../text/time.ts";
import { BeadShape } from "./bead-shape.tsx";
import { type FlowScale, ROW, ticksOf } from "./flow-scale.ts";

interface Drawn {
  readonly flow: Flow;
  readonly scale: FlowScale;
}

interface Pointed {
  /**
   * Called with the description of a mark when the pointer or the focus reaches the mark. Called
   * with "" when it leaves the mark.
   */
  readonly onPoint: (text: string) => void;
  readonly addressOf: (id: string) => string;
}

export function Axis({ scale }: { scale: FlowScale }) {
  return (
    <g className="flow-axis">
      {ticksOf(scale.range, scale.width - scale.labels).map(({ at, label }) => (
        <g key={at} transform={`translate(${scale.xOf(at)},0)`}>
          <line y1={ROW.axis - 4} y2={scale.height} />
          <text y={12} x={3}>
            {label}
          </text>
        </g>
      ))}
    </g>
  );
}

/**
 * Draws the number of messages and changes in each part (bin) of the time range. The numbers
 * include messages and changes that the drawing does not show separately.
 */
export function Bins({ flow: { bins }, scale }: Drawn) {
  const most = Math.max(1, ...bins.map(({ messages, versions }) => messages + versions));
  const width = (scale.width - 8 - scale.labels) / Math.max(1, bins.length);
  return (
    <g className="flow-bins" transform={`translate(0,${ROW.axis})`}>
      <text x={0} y={ROW.bins - 6}>
        Activity
      </text>
      {bins.map(({ messages, versions }, place) => {
        const height = ((messages + versions) / most) * (ROW.bins - 6);
        if (height === 0) return null;
        const x = scale.labels + place * width;
        return (
          <rect
            // biome-ignore lint/suspicious/noArrayIndexKey: a bin is its place
            key={place}
            {...{ x, height, width: Math.max(1, width - 1) }}
            y={ROW.bins - 4 - height}
          />
        );
      })}
    </g>
  );
}

export function Flags({
  flags,
  scale,
  addressOf,
  onPoint,
}: Pointed & { flags: readonly CaseSummary[]; scale: FlowScale }) {
  const { from, to } = scale.range;
  return (
    <g className="flow-flags" transform={`translate(0,${ROW.axis + ROW.bins})`}>
      <text x={0} y={12}>
        Wrong answers
      </text>
      {flags.map(({ id, query, occurredAt }) => {
        const at = Date.parse(occurredAt);
        if (Number.isNaN(at) || at < from || at > to) return null;
        const said = `${scale.told(occurredAt)} · wrong answer: ${firstLine(query, 120)}`;
        return (
          <g key={id} transform={`translate(${scale.xOf(at)},2)`}>
            <a href={addressOf(id)} aria-label={said} {...pointing(onPoint, said)}>
              <path d="M0,14V0H8L6,3.5L8,7H1.5V14Z" />
            </a>
          </g>
        );
      })}
    </g>
  );
}

const pointing = (onPoint: (text: string) => void, said: string) => ({
  onPointerEnter: () => onPoint(said),
  onPointerLeave: () => onPoint(""),
  onFocus: () => onPoint(said),
  onBlur: () => onPoint(""),
});

interface LanesProps extends Drawn, Pointed {
  readonly selected: string | undefined;
  /** Index of the message that the tab key goes to. */
  readonly current: number;
  readonly onSelect: (variable: string) => void;
  readonly onKeyDown: (event: KeyboardEvent) => void;
}

export function Lanes(props: LanesProps) {
  const { flow, scale } = props;
  return (
    <g>
      <text className="flow-title" x={0} y={scale.laneTop(0) - 6}>
        Sessions
      </text>
      {flow.lanes.map((lane, place) => (
        <LaneRow key={lane.session ?? ""} {...{ lane, place, scale, bins: flow.bins.length }} />
      ))}
      {flow.beads.map((bead, place) => (
        <BeadLink key={bead.variable} {...props} bead={bead} isCurrent={place === props.current} />
      ))}
    </g>
  );
}

const LABEL_CHAR_WIDTH = 6.2;

interface LaneRowProps {
  readonly lane: FlowLane;
  readonly place: number;
  readonly scale: FlowScale;
  readonly bins: number;
}

function LaneRow({ lane, place, scale, bins }: LaneRowProps) {
  const top = scale.laneTop(place);
  const middle = top + ROW.lane / 2;
  const [from, to] = [Date.parse(lane.from), Date.parse(lane.to)];
  const width = (scale.width - 8 - scale.labels) / Math.max(1, bins);
  const most = Math.max(1, ...lane.cells.map(([, sum]) => sum));
  return (
    <g>
      <text x={0} y={middle + 4}>
        {shortenMiddle(nameOf(lane), Math.floor(scale.labels / LABEL_CHAR_WIDTH))}
      </text>
      <line className="flow-lane" x1={scale.xOf(from)} x2={scale.xOf(to)} y1={middle} y2={middle} />
      {lane.cells.map(([bin, sum]) => (
        <rect
          key={bin}
          className="flow-cell"
          x={scale.labels + bin * width}
          y={top + 3}
          width={Math.max(1, width - 1)}
          height={ROW.lane - 6}
          opacity={0.25 + (0.65 * sum) / most}
        >
          <title>{`${count(sum)} messages`}</title>
        </rect>
      ))}
    </g>
  );
}

export const nameOf = ({ name, session }: FlowLane): string => name ?? session ?? "No session";

function BeadLink(props: LanesProps & { bead: FlowBead; isCurrent: boolean }) {
  const { bead, scale, selected, onSelect, isCurrent } = props;
  const { variable, role, lane, at, text } = bead;
  const said = `${scale.told(at)} · ${role}: ${firstWords(text, 110) || "(empty)"}`;
  const y = scale.laneTop(lane) + ROW.lane / 2;
  const onClick = (event: MouseEvent) => {
    if (event.metaKey || event.ctrlKey || event.shiftKey) return;
    event.preventDefault();
    onSelect(variable);
  };
  return (
    <g transform={`translate(${scale.xOf(Date.parse(at))},${y})`}>
      <a
        href={props.addressOf(variable)}
        data-bead=""
        aria-label={said}
        aria-current={variable === selected ? "true" : undefined}
        tabIndex={isCurrent ? 0 : -1}
        onClick={onClick}
        onKeyDown={props.onKeyDown}
        {...pointing(props.onPoint, said)}
      >
        <BeadShape role={role} />
      </a>
    </g>
  );
}

export const MARK_WORDS = {
  born: "first written",
  version: "new version",
  again: "recorded again",
  read: "read",
  removed: "removed",
  replaced: "replaced by another unit",
} as const;

export function Lives({ flow, scale, addressOf, onPoint }: Drawn & Pointed) {
  if (flow.lives.length === 0) return null;
  return (
    <g>
      <text className="flow-title" x={0} y={scale.lifeTop(0) - 6}>
        Memory units
      </text>
      {flow.lives.map((life, place) => (
        <LifeRow key={life.name} {...{ life, scale, addressOf, onPoint }} place={place} />
      ))}
    </g>
  );
}

interface LifeRowProps extends Pointed {
  readonly life: FlowLife;
  readonly place: number;
  readonly scale: FlowScale;
}

function LifeRow({ life, place, scale, addressOf, onPoint }: LifeRowProps) {
  const y = scale.lifeTop(place) + ROW.life / 2;
  const { from, to } = scale.range;
  return (
    <g>
      <text x={0} y={y + 4}>
        {shortenMiddle(life.name, Math.floor(scale.labels / LABEL_CHAR_WIDTH))}
      </text>
      {life.held.map(([start, end]) => (
        <line
          key={start}
          className="flow-held"
          x1={scale.xOf(Math.max(from, Date.parse(start)))}
          x2={scale.xOf(Math.min(to, end === null ? to : Date.parse(end)))}
          y1={y}
          y2={y}
        />
      ))}
      {life.marks.map((mark, index) => {
        const said = `${scale.told(mark.at)} · ${MARK_WORDS[mark.kind]}: ${shortenMiddle(mark.variable, 80)}${mark.count > 1 ? ` (${count(mark.count)} times)` : ""}`;
        return (
          <g
            // biome-ignore lint/suspicious/noArrayIndexKey: a unit may be read twice at one time
            key={index}
            transform={`translate(${scale.xOf(Date.parse(mark.at))},${y})`}
          >
            <a
              href={addressOf(mark.variable)}
              aria-label={said}
              tabIndex={-1}
              {...pointing(onPoint, said)}
            >
              <MarkShape kind={mark.kind} />
            </a>
          </g>
        );
      })}
    </g>
  );
}

function MarkShape({ kind }: { kind: FlowLifeMark["kind"] }) {
  const d = {
    born: "M-2,-6H2V6H-2Z",
    version: "M-1,-6H1V6H-1Z",
    again: "M-1,-4H1V4H-1Z",
    read: "M-1.5,3H1.5V6H-1.5Z",
    removed: "M-4,-4L4,4M4,-4L-4,4",
    replaced: "M-4,0H4M1,-3L4,0L1,3",
  }[kind];
  return (
    <>
      <rect className="flow-touch" x={-3} y={-7} width={6} height={14} />
      <path className="flow-mark" data-kind={kind} d={d} />
    </>
  );
}
