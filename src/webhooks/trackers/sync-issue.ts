/**
 * Makes a tracker's issue match the state of its finding: opens, closes or reopens the issue. Reads
 * the finding's current state, not the event. So events can arrive late or in another order.
 */
import { success } from "../../protocol/result.ts";
import type { Notice } from "../channels/notice.ts";
import type { Answered, Issue, IssueText, Tracker } from "./tracker.ts";

export interface SyncTask {
  readonly notice: Notice;
  /** Id of the channel. Each channel has its own issue. */
  readonly channel: string;
  /** The finding's issue in this channel; undefined if no issue is known. */
  readonly known: Issue | undefined;
  readonly shouldBeOpen: boolean;
  /**
   * Whether this is a repeated attempt. If so, an earlier attempt has possibly opened the issue,
   * but the tracker's answer was lost.
   */
  readonly isRepeated: boolean;
}

/** @returns the finding's issue; undefined if the finding is closed and has no issue */
export async function syncIssue(
  tracker: Tracker,
  { notice, channel, known, shouldBeOpen, isRepeated }: SyncTask,
): Promise<Answered<Issue | undefined>> {
  if (known !== undefined) {
    const isOpen = await tracker.isOpen(known);
    if (!isOpen.ok) return isOpen;
    if (isOpen.value === shouldBeOpen) return success(known);
    if (isOpen.value !== undefined) {
      const changed = await tracker.setOpen(known, shouldBeOpen);
      if (!changed.ok) return changed;
      // Ignore a failure of the comment, which only explains the change. A retry would find the
      // issue unchanged and would not comment again.
      await tracker.comment(known, commentOf(notice));
      return success(known);
    }
  }
  if (!shouldBeOpen) return success(undefined);
  // In Linear, a deleted issue keeps its id, so the new issue needs another id.
  const place = known === undefined ? channel : `${channel}-after-${known.id}`;
  return tracker.open(issueText(notice, place), isRepeated);
}

function issueText({ facts, url, incident }: Notice, place: string): IssueText {
  const [summary] = facts;
  const mark = `memtrace-${incident}-${place}`;
  const lines = facts.map(({ label, text }) => `**${label}**: ${escaped(text)}`);
  const body = [...lines, `[Open in MemTrace](${url})`, FOOTER, `<!-- ${mark} -->`];
  return { title: mentionless(summary?.text ?? ""), body: body.join("\n\n"), mark };
}

const FOOTER =
  "MemTrace closes this issue when the finding is marked as fixed, and opens it again when the failure comes back.";

const commentOf = ({ title, url }: Notice): string =>
  `${escaped(title)}\n\n[Open in MemTrace](${url})`;

/** Characters that can begin formatting, a link, a reference or HTML in Markdown. */
const SPECIAL = /[\\`*_~|<>#[\]()!+-]/g;

/**
 * Escapes a text from a trace. After that, the text mentions nobody, contains no link, and refers
 * to no other issue.
 */
const escaped = (text: string): string =>
  mentionless(text.replace(/\s+/g, " ").replace(SPECIAL, "\\$&")).replaceAll("://", ":\u200b//");

/** Adds a zero-width space after each `@`, so that the text mentions nobody. */
const mentionless = (text: string): string => text.replaceAll("@", "@\u200b");
