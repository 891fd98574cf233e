import { BEAD_ROLES, type BeadRole } from "../../protocol/api/explorer/flow-bounds.ts";

export const VIEWS = ["flow", "memory", "search", "tokens", "ask"] as const;
export type GraphView = (typeof VIEWS)[number];

export interface GraphSearch {
  readonly view?: GraphView;
  /** Start of the flow's time range in ISO 8601. */
  readonly from?: string;
  readonly to?: string;
  /**
   * The flow draws only some sessions and memory units at a time. `lanes` says how many sessions
   * come before the drawn ones, and `units` says the same for memory units.
   */
  readonly lanes?: number;
  readonly units?: number;
  /** Shows only messages with this role. */
  readonly role?: BeadRole;
  /** Id of the selected message. */
  readonly variable?: string;
  /**
   * The page shows the memory at the time `at`. If `against` is set, it shows the changes between
   * the two times.
   */
  readonly at?: string;
  readonly against?: string;
  /** Text to search for. */
  readonly q?: string;
  readonly regex?: boolean;
  /** Id of the open search result. */
  readonly open?: string;
}

export function parseGraphSearch(raw: Record<string, unknown>): GraphSearch {
  const parsed = {
    view: VIEWS.find((each) => each === raw.view),
    ...{ from: time(raw.from), to: time(raw.to), at: time(raw.at), against: time(raw.against) },
    ...{ lanes: place(raw.lanes), units: place(raw.units) },
    role: BEAD_ROLES.find((each) => each === raw.role),
    variable: typeof raw.variable === "string" ? raw.variable : undefined,
    q: raw.q === undefined || raw.q === "" ? undefined : String(raw.q),
    regex: raw.regex === true ? true : undefined,
    open: typeof raw.open === "string" ? raw.open : undefined,
  };
  return parsed as GraphSearch;
}

const place = (value: unknown) =>
  typeof value === "number" && Number.isInteger(value) && value > 0 && value < 10_000_000
    ? value
    : undefined;

const time = (value: unknown) =>
  typeof value === "string" && !Number.isNaN(Date.parse(value))
    ? new Date(value).toISOString()
    : undefined;
