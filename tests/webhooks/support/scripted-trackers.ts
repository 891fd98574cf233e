/**
 * Scripted GitHub and Linear, as `fetch` functions. They follow the documented API: GitHub's REST
 * API of version 2022-11-28 for issues and comments, and the operations of Linear's GraphQL API
 * that this product sends. They check headers and required fields, and respond to limits and
 * revoked tokens as documented.
 */
import type { DeliveryResponse } from "../../../src/webhooks/deliver.ts";
import type {
  TrackerFetch,
  TrackerRequest,
} from "../../../src/webhooks/trackers/tracker-client.ts";

interface ScriptedIssue {
  readonly id: string;
  readonly title: string;
  readonly body: string;
  isOpen: boolean;
  readonly comments: string[];
}

export interface ScriptedTracker {
  readonly issues: Map<string, ScriptedIssue>;
  readonly requests: string[];
  readonly fetch: TrackerFetch<AbortSignal>;
  /** Answers to the next requests, which then have no effect. */
  readonly answers: DeliveryResponse[];
  /** If true, the next request has its effect, but its answer is lost. */
  losesAnswer: boolean;
  token: string;
}

export function answered(
  status: number,
  body: unknown = {},
  headers: Readonly<Record<string, string>> = {},
): DeliveryResponse {
  return {
    status,
    headers: { get: (name) => headers[name] ?? null },
    text: async () => JSON.stringify(body),
    body: null,
  };
}

type Handle = (
  tracker: ScriptedTracker,
  request: TrackerRequest<unknown>,
  path: string,
) => DeliveryResponse;

function scripted(token: string, handle: Handle): ScriptedTracker {
  const tracker: ScriptedTracker = {
    ...{ issues: new Map(), requests: [], answers: [], losesAnswer: false, token },
    fetch: async (url, request) => {
      const { pathname, search } = new URL(url);
      tracker.requests.push(`${request.method} ${pathname}`);
      const first = tracker.answers.shift();
      if (first !== undefined) return first;
      const answer = handle(tracker, request, `${pathname}${search}`);
      const isEffect = request.method !== "GET";
      if (isEffect && tracker.losesAnswer) {
        tracker.losesAnswer = false;
        throw new TypeError("connection reset");
      }
      return answer;
    },
  };
  return tracker;
}

const REPOSITORY = "/repos/acme/agent";

/** GitHub, with the repository acme/agent. */
export const scriptedGitHub = (): ScriptedTracker =>
  scripted("github_pat_good", (tracker, { method, headers, body }, path) => {
    if (headers.authorization !== `Bearer ${tracker.token}`) {
      return answered(401, { message: "Bad credentials" });
    }
    const isAsExpected =
      headers.accept === "application/vnd.github+json" &&
      headers["x-github-api-version"] === "2022-11-28" &&
      headers["user-agent"] !== undefined;
    if (!isAsExpected) return answered(400, { message: "Headers are missing" });
    if (!path.startsWith(REPOSITORY)) return answered(404, { message: "Not Found" });
    const [, number, action] =
      /^\/issues(?:\/(\d+))?(\/comments)?/.exec(path.slice(REPOSITORY.length)) ?? [];
    const given = body === undefined ? {} : JSON.parse(body);
    if (path === REPOSITORY) return answered(200, { has_issues: true, archived: false });
    if (number === undefined && method === "GET") {
      return answered(200, [...tracker.issues.values()].map(gitHubView));
    }
    if (number === undefined) {
      if (typeof given.title !== "string" || given.title === "") {
        return answered(422, { message: "Validation Failed" });
      }
      const id = `${tracker.issues.size + 1}`;
      const { title, body: text } = given;
      tracker.issues.set(id, { id, title, body: text, isOpen: true, comments: [] });
      return answered(201, gitHubView(tracker.issues.get(id)));
    }
    const issue = tracker.issues.get(number);
    if (issue === undefined) return answered(410, { message: "This issue was deleted" });
    if (action !== undefined) issue.comments.push(given.body);
    if (method === "PATCH") issue.isOpen = given.state === "open";
    return answered(action === undefined ? 200 : 201, gitHubView(issue));
  });

function gitHubView(issue: ScriptedIssue | undefined) {
  if (issue === undefined) throw new Error("no issue");
  const { id, title, body, isOpen } = issue;
  const html_url = `https://github.com/acme/agent/issues/${id}`;
  return { number: Number(id), title, body, html_url, state: isOpen ? "open" : "closed" };
}

const STATES = [
  { id: "s-done", type: "completed", position: 3 },
  { id: "s-todo", type: "unstarted", position: 1 },
  { id: "s-doing", type: "started", position: 2 },
];

const LINEAR_ISSUE = "https://linear.app/acme/issue/ENG-1";

/** Linear, with the team ENG. */
export const scriptedLinear = (): ScriptedTracker =>
  scripted("lin_api_good", (tracker, { headers, body }) => {
    if (headers.authorization !== tracker.token) {
      return linearError(401, "AUTHENTICATION_ERROR", "Authentication required, not authenticated");
    }
    const { query, variables } = JSON.parse(body ?? "{}");
    const { input, id, key } = variables;
    if (query.includes("teams(")) {
      const nodes = key === "ENG" ? [{ id: "team-1", states: { nodes: STATES } }] : [];
      return answered(200, { data: { teams: { nodes } } });
    }
    if (query.includes("issueCreate")) {
      if (tracker.issues.has(input.id)) return linearError(400, "INVALID_INPUT", "id exists");
      const { title, description: text } = input;
      tracker.issues.set(input.id, { id: input.id, title, body: text, isOpen: true, comments: [] });
      const issue = { id: input.id, identifier: "ENG-1", url: LINEAR_ISSUE };
      return answered(200, { data: { issueCreate: { success: true, issue } } });
    }
    if (query.includes("commentCreate")) {
      tracker.issues.get(input.issueId)?.comments.push(input.body);
      return answered(200, { data: { commentCreate: { success: true } } });
    }
    const issue = tracker.issues.get(id);
    if (issue === undefined) return linearError(200, "INPUT_ERROR", "Entity not found: Issue");
    if (query.includes("issueUpdate")) {
      issue.isOpen = input.stateId !== "s-done";
      return answered(200, { data: { issueUpdate: { success: true } } });
    }
    const state = { type: issue.isOpen ? "unstarted" : "completed" };
    const found = { id: issue.id, identifier: "ENG-1", url: LINEAR_ISSUE, state };
    return answered(200, { data: { issue: found } });
  });

export const linearError = (
  status: number,
  code: string,
  message: string,
  headers: Readonly<Record<string, string>> = {},
) => answered(status, { errors: [{ message, extensions: { code } }] }, headers);
