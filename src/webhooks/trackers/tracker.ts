/** The interface of every issue tracker (GitHub, Linear). */
import * as z from "zod";
import type { Result } from "../../protocol/result.ts";

/**
 * Accepts only http and https, because pages link to the URL. A `javascript:` URL would run code in
 * such a page.
 */
export const IssueUrl = z.url({ protocol: /^https?$/ });

export interface Issue {
  /** The issue's id or number in the tracker's API. */
  readonly id: string;
  /** The name that people see, such as `#7` or `ENG-12`. */
  readonly key: string;
  readonly url: string;
}

/**
 * - `retry`: a later attempt can succeed.
 * - `refused`: the service would refuse the same request again.
 * - `lost`: the token was revoked, or the repository or team no longer exists. No request succeeds
 *   until a person changes the channel.
 */
export interface TrackerFault {
  readonly kind: "retry" | "refused" | "lost";
  readonly status: number | null;
  readonly error: string;
  /** Seconds to wait before the next request; 0 if the tracker names no time. */
  readonly waitSeconds: number;
}

export type Answered<Value> = Result<Value, TrackerFault>;

export interface IssueText {
  readonly title: string;
  /** Markdown. */
  readonly body: string;
  /**
   * A text in `body` that shows to which finding the issue belongs. If the tracker's answer to a
   * new issue gets lost, `open` searches for this text and finds the issue.
   */
  readonly mark: string;
}

export interface Tracker {
  /** Checks whether the token can read the repository or team. */
  check(): Promise<Answered<null>>;
  /**
   * If `isRepeated` is true, an earlier attempt may have created the issue. `open` then returns
   * that issue and creates no second one.
   */
  open(text: IssueText, isRepeated: boolean): Promise<Answered<Issue>>;
  /** Undefined if the issue was deleted. */
  isOpen(issue: Issue): Promise<Answered<boolean | undefined>>;
  setOpen(issue: Issue, isOpen: boolean): Promise<Answered<null>>;
  comment(issue: Issue, body: string): Promise<Answered<null>>;
}
