/** The interface to a service that manages issues. */
import * as z from "zod";
import type { Result } from "../../protocol/result.ts";

/** The address of an issue. Pages link to the address, so it must not be a script. */
export const IssueUrl = z.url({ protocol: /^https?$/ });

export interface Issue {
  /** The id or number by which the service's API identifies the issue. */
  readonly id: string;
  /** The name that people use for the issue, such as `#7` or `ENG-12`. */
  readonly key: string;
  readonly url: string;
}

/**
 * - `retry`: a later attempt may succeed.
 * - `refused`: the service would refuse the same request again.
 * - `lost`: the token was revoked, or the repository or team no longer exists. No request succeeds
 *   until a person changes the channel.
 */
export interface TrackerFault {
  readonly kind: "retry" | "refused" | "lost";
  readonly status: number | null;
  readonly error: string;
  /** Number of seconds in which the service accepts no requests; 0 if unknown. */
  readonly waitSeconds: number;
}

export type Answered<Value> = Result<Value, TrackerFault>;

export interface IssueText {
  readonly title: string;
  /** Text in Markdown. */
  readonly body: string;
  /** A text in the body that identifies the finding. */
  readonly mark: string;
}

export interface Tracker {
  /** Checks whether the token can read the repository or team. */
  check(): Promise<Answered<null>>;
  /**
   * Opens a new issue. If an earlier attempt already created the issue but its answer was lost,
   * returns that issue.
   */
  open(text: IssueText, isRepeated: boolean): Promise<Answered<Issue>>;
  /** Whether the issue is open; undefined if the issue was deleted. */
  isOpen(issue: Issue): Promise<Answered<boolean | undefined>>;
  setOpen(issue: Issue, isOpen: boolean): Promise<Answered<null>>;
  comment(issue: Issue, body: string): Promise<Answered<null>>;
}
