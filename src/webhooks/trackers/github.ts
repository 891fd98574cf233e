/**
 * Issues of a GitHub repository, over the REST API of version 2022-11-28. All get the label
 * `memtrace`. If GitHub's answer to a new issue is lost, the next attempt finds the issue by this
 * label.
 */
import * as z from "zod";
import { success } from "../../protocol/result.ts";
import { parseRetryAfter } from "../../protocol/retry-after.ts";
import { cut } from "../channels/fit-text.ts";
import { type Answered, type Issue, IssueUrl, type Tracker } from "./tracker.ts";
import { askTracker, fault, type TrackerAnswer, type TrackerDeps } from "./tracker-client.ts";

const MAX_TITLE = 256;
const MAX_BODY = 65_536;
const LABEL = "memtrace";
/** Maximum issues with the label `memtrace` to search, newest first. */
const LOOKED_AT = 50;
/**
 * Seconds to wait after a rate limit if GitHub's answer names no time. GitHub asks for at least 60
 * seconds.
 */
const LIMIT_SECONDS = 60;
const MAX_WORDS = 200;

const GitHubIssue = z.object({
  number: z.number().int(),
  html_url: IssueUrl,
  state: z.enum(["open", "closed"]),
  body: z.string().nullable(),
});

export interface GitHubTarget {
  readonly url: string;
  /** Owner and name, such as `acme/agent`. */
  readonly repository: string;
  readonly token: string;
}

export function github<Signal>(
  { url, repository, token }: GitHubTarget,
  deps: TrackerDeps<Signal>,
): Tracker {
  const base = `${url.replace(/\/+$/, "")}/repos/${repository}`;
  const ask = async (method: "GET" | "POST" | "PATCH", path: string, body?: object) => {
    const answer = await askTracker(deps, {
      ...{ method, url: `${base}${path}` },
      headers: {
        authorization: `Bearer ${token}`,
        accept: "application/vnd.github+json",
        "x-github-api-version": "2022-11-28",
      },
      ...(body === undefined ? {} : { body }),
    });
    return answer.ok ? understood(answer.value, deps.now()) : answer;
  };
  const done = (answer: Answered<TrackerAnswer>): Answered<null> =>
    answer.ok ? success(null) : answer;

  return {
    check: async () => {
      const answer = await ask("GET", "");
      if (!answer.ok) return answer;
      const { has_issues, archived } = Object(answer.value.json);
      if (has_issues === false)
        return fault("refused", 200, "The repository has no issues: turn them on in its settings.");
      if (archived === true) return fault("refused", 200, "The repository is archived.");
      return success(null);
    },

    open: async ({ title, body, mark }, isRepeated) => {
      if (isRepeated) {
        const query = `?labels=${LABEL}&state=all&sort=created&direction=desc&per_page=${LOOKED_AT}`;
        const listed = await ask("GET", `/issues${query}`);
        if (!listed.ok) return listed;
        const found = z.array(GitHubIssue).safeParse(listed.value.json);
        const lost = found.data?.find((issue) => issue.body?.includes(mark));
        if (lost !== undefined) return success(issueOf(lost));
      }
      const created = await ask("POST", "/issues", {
        ...{ title: cut(title, MAX_TITLE), body: cut(body, MAX_BODY), labels: [LABEL] },
      });
      if (!created.ok) return created;
      const issue = GitHubIssue.safeParse(created.value.json);
      return issue.success ? success(issueOf(issue.data)) : unreadable(created.value);
    },

    isOpen: async (issue) => {
      const answer = await ask("GET", `/issues/${issue.id}`);
      // GitHub answers 410 for a deleted issue, and 301 for a moved one.
      if (!answer.ok) {
        return [301, 404, 410].includes(answer.fault.status ?? 0) ? success(undefined) : answer;
      }
      const found = GitHubIssue.safeParse(answer.value.json);
      return found.success ? success(found.data.state === "open") : unreadable(answer.value);
    },

    setOpen: async (issue, isOpen) =>
      done(
        await ask("PATCH", `/issues/${issue.id}`, {
          state: isOpen ? "open" : "closed",
          state_reason: isOpen ? "reopened" : "completed",
        }),
      ),

    comment: async (issue, body) =>
      done(await ask("POST", `/issues/${issue.id}/comments`, { body: cut(body, MAX_BODY) })),
  };
}

const issueOf = ({ number, html_url }: z.infer<typeof GitHubIssue>): Issue => ({
  ...{ id: `${number}`, key: `#${number}`, url: html_url },
});

const unreadable = ({ status }: TrackerAnswer) =>
  fault("retry", status, "GitHub's answer was not understood.");

/** Interprets the status as GitHub documents it. */
function understood(answer: TrackerAnswer, now: number): Answered<TrackerAnswer> {
  const { status, headers, json } = answer;
  if (status >= 200 && status < 300) return success(answer);
  const { message } = Object(json);
  const words = typeof message === "string" ? ` It said: ${cut(message, MAX_WORDS)}` : "";
  const error = `GitHub answered ${status}.${words}`;
  const wait = limitSeconds(headers, now);
  if (status === 429 || (status === 403 && (wait > 0 || /rate limit/i.test(words)))) {
    return fault("retry", status, error, wait === 0 ? LIMIT_SECONDS : wait);
  }
  if (status === 401) {
    return fault("lost", status, `${error} The token was revoked or has expired.`);
  }
  if (status === 301 || status === 404 || status === 410) return fault("lost", status, error);
  return fault(status >= 500 ? "retry" : "refused", status, error);
}

/** Seconds until GitHub accepts requests again; 0 if the answer does not say it. */
function limitSeconds(headers: TrackerAnswer["headers"], now: number): number {
  const wait = parseRetryAfter(headers.get("retry-after"), now);
  if (wait > 0 || headers.get("x-ratelimit-remaining") !== "0") return wait;
  const reset = Number(headers.get("x-ratelimit-reset"));
  return Number.isFinite(reset) ? Math.max(0, Math.ceil(reset - now / 1_000)) : 0;
}
