/**
 * Issues of a Linear team, over Linear's GraphQL API. The id of a new issue is computed from the
 * finding, so a repeated attempt cannot create a second issue.
 */
import * as z from "zod";
import { success } from "../../protocol/result.ts";
import { parseRetryAfter } from "../../protocol/retry-after.ts";
import { cut } from "../channels/fit-text.ts";
import { type Answered, type Issue, IssueUrl, type Tracker } from "./tracker.ts";
import { askTracker, fault, type TrackerAnswer, type TrackerDeps } from "./tracker-client.ts";

const MAX_TITLE = 255;
const MAX_BODY = 60_000;
const MAX_WORDS = 200;

export interface LinearTarget {
  readonly url: string;
  /** The team's key, such as `ENG`. */
  readonly team: string;
  readonly token: string;
}

const TEAM = `query Team($key: String!) {
  teams(filter: { key: { eq: $key } }) {
    nodes { id states { nodes { id type position } } }
  }
}`;
const FIND = "query Issue($id: String!) { issue(id: $id) { id identifier url state { type } } }";
const CREATE = `mutation Create($input: IssueCreateInput!) {
  issueCreate(input: $input) { success issue { id identifier url } }
}`;
const UPDATE = `mutation Update($id: String!, $input: IssueUpdateInput!) {
  issueUpdate(id: $id, input: $input) { success }
}`;
const COMMENT = `mutation Comment($input: CommentCreateInput!) {
  commentCreate(input: $input) { success }
}`;

const StateType = z.string();
const Team = z.object({
  id: z.string(),
  states: z.object({
    nodes: z.array(z.object({ id: z.string(), type: StateType, position: z.number() })),
  }),
});
const Teams = z.object({ teams: z.object({ nodes: z.array(Team) }) });
const NewIssue = z.object({ id: z.string(), identifier: z.string(), url: IssueUrl });
const Created = z.object({ issueCreate: z.object({ success: z.boolean(), issue: NewIssue }) });
const Found = z.object({
  issue: NewIssue.extend({ state: z.object({ type: StateType }) }).nullable(),
});
const Anything = z.unknown();

/** Issues in workflow states of these types are closed. */
const CLOSED = new Set(["completed", "canceled"]);

/** @param idOf returns a UUID for a text; equal texts give equal UUIDs */
export function linear<Signal>(
  { url, team: key, token }: LinearTarget,
  deps: TrackerDeps<Signal>,
  idOf: (text: string) => string,
): Tracker {
  const ask = async <Data>(query: string, variables: object, data: z.ZodType<Data>) => {
    const answer = await askTracker(deps, {
      ...{ method: "POST", url, body: { query, variables } },
      // A personal key is sent without a scheme. An OAuth token needs `Bearer`.
      headers: { authorization: token.startsWith("lin_api_") ? token : `Bearer ${token}` },
    });
    return answer.ok ? understood(answer.value, data, deps.now()) : answer;
  };

  const teamOf = async (): Promise<Answered<z.infer<typeof Team>>> => {
    const answer = await ask(TEAM, { key }, Teams);
    if (!answer.ok) return answer;
    const [team] = answer.value.teams.nodes;
    if (team !== undefined) return success(team);
    return fault("lost", 200, `Linear has no team ${key}, or the token may not see it.`);
  };

  const find = async (id: string): Promise<Answered<z.infer<typeof Found>["issue"]>> => {
    const answer = await ask(FIND, { id }, Found);
    if (answer.ok) return success(answer.value.issue);
    return answer.fault.kind === "refused" && /not found/i.test(answer.fault.error)
      ? success(null)
      : answer;
  };

  return {
    check: async () => {
      const team = await teamOf();
      return team.ok ? success(null) : team;
    },

    open: async ({ title, body, mark }, isRepeated) => {
      const id = idOf(`${key} ${mark}`);
      if (isRepeated) {
        const known = await find(id);
        if (!known.ok) return known;
        if (known.value !== null) return success(issueOf(known.value));
      }
      const team = await teamOf();
      if (!team.ok) return team;
      const texts = { title: cut(title, MAX_TITLE), description: cut(body, MAX_BODY) };
      const created = await ask(
        CREATE,
        { input: { id, teamId: team.value.id, ...texts } },
        Created,
      );
      return created.ok ? success(issueOf(created.value.issueCreate.issue)) : created;
    },

    isOpen: async ({ id }) => {
      const found = await find(id);
      if (!found.ok) return found;
      return success(found.value === null ? undefined : !CLOSED.has(found.value.state.type));
    },

    setOpen: async ({ id }, isOpen) => {
      const team = await teamOf();
      if (!team.ok) return team;
      const stateId = stateOf(team.value, isOpen);
      if (stateId === undefined) return fault("refused", 200, "The team has no such state.");
      const updated = await ask(UPDATE, { id, input: { stateId } }, Anything);
      return updated.ok ? success(null) : updated;
    },

    comment: async ({ id: issueId }, body) => {
      const input = { issueId, body: cut(body, MAX_BODY) };
      const answer = await ask(COMMENT, { input }, Anything);
      return answer.ok ? success(null) : answer;
    },
  };
}

const issueOf = ({ id, identifier: key, url }: z.infer<typeof NewIssue>): Issue => ({
  ...{ id, key, url },
});

/**
 * Returns the id of the workflow state that an issue of the team should get. An open issue gets a
 * state for work that has not started. A closed issue gets a completed state.
 */
function stateOf({ states }: z.infer<typeof Team>, isOpen: boolean): string | undefined {
  const wanted = isOpen ? ["unstarted", "backlog", "triage"] : ["completed"];
  const ordered = states.nodes.toSorted((a, b) => a.position - b.position);
  for (const type of wanted) {
    const state = ordered.find((each) => each.type === type);
    if (state !== undefined) return state.id;
  }
  return undefined;
}

const Errors = z.object({
  errors: z.array(
    z.object({
      message: z.string(),
      extensions: z.object({ code: z.string().optional() }).optional(),
    }),
  ),
});

/**
 * Reads Linear's answer to a request. If the request failed, the status is 200 or 400, and the body
 * has a list `errors`. The codes in this list say more precisely than the status what went wrong.
 */
function understood<Data>(
  { status, headers, json }: TrackerAnswer,
  data: z.ZodType<Data>,
  now: number,
): Answered<Data> {
  const [first] = Errors.safeParse(json).data?.errors ?? [];
  const code = first?.extensions?.code;
  const words = first === undefined ? "" : ` It said: ${cut(first.message, MAX_WORDS)}`;
  const error = `Linear answered ${status}.${words}`;
  if (status === 429 || code === "RATELIMITED") {
    return fault("retry", status, error, limitSeconds(headers, now));
  }
  if (status === 401 || code === "AUTHENTICATION_ERROR") {
    return fault("lost", status, `${error} The token was revoked or has expired.`);
  }
  if (status >= 500) return fault("retry", status, error);
  if (status >= 300 || first !== undefined) return fault("refused", status, error);
  const parsed = data.safeParse(Object(json).data);
  return parsed.success
    ? success(parsed.data)
    : fault("retry", status, "Linear's answer was not understood.");
}

/**
 * Seconds until Linear accepts requests again. Linear's header names that time in milliseconds
 * since 1970.
 */
function limitSeconds(headers: TrackerAnswer["headers"], now: number): number {
  const wait = parseRetryAfter(headers.get("retry-after"), now);
  if (wait > 0) return wait;
  const reset = Number(headers.get("x-ratelimit-requests-reset"));
  return Number.isFinite(reset) ? Math.max(0, Math.ceil((reset - now) / 1_000)) : 0;
}
