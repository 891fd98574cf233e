/** A service that holds issues, as this product uses it. */
import * as z from "zod";
import type { Result } from "../../protocol/result.ts";

/** The address of an issue. Pages link it, so it must not be a script. */
export const IssueUrl = z.url({ protocol: /^https?$/ });

export interface Issue {
  /** The service's own id or number. */
  readonly id: string;
  /** What people call it, such as `#7` or `ENG-12`. */
  readonly key: string;
  readonly url: string;
}

/**
 * - `retry`: a later attempt may succeed.
 * - `refused`: the service would refuse the same request again.
 * - `lost`: the token was revoked, or the place for issues is gone. Nothing works until a person acts.
 */
export interface TrackerFault {
  readonly kind: "retry" | "refused" | "lost";
  readonly status: number | null;
  readonly error: string;
  /** How long the service takes no more requests; 0 if it does not say. */
  readonly waitSeconds: number;
}

export type Answered<Value> = Result<Value, TrackerFault>;

export interface IssueText {
  readonly title: string;
  /** Markdown. */
  readonly body: string;
  /** A text in the body that identifies the finding. */
  readonly mark: string;
}

export interface Tracker {
  /** Whether the token can read the place for issues. */
  check(): Promise<Answered<null>>;
  /** A new issue, or the one that a lost answer already created. */
  open(text: IssueText, isRepeated: boolean): Promise<Answered<Issue>>;
  /** Undefined if the issue was deleted. */
  isOpen(issue: Issue): Promise<Answered<boolean | undefined>>;
  setOpen(issue: Issue, isOpen: boolean): Promise<Answered<null>>;
  comment(issue: Issue, body: string): Promise<Answered<null>>;
}
