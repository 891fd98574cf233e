/**
 * Makes the issue of a finding agree with the finding: opens the issue, closes it, or opens it
 * again. Only the current state of the finding counts, so it does no harm if events arrive late or
 * in another order.
 */
import { success } from "../../protocol/result.ts";
import type { Notice } from "../channels/notice.ts";
import type { Answered, Issue, IssueText, Tracker } from "./tracker.ts";

export interface SyncTask {
  readonly notice: Notice;
  /** Each channel has its own issue. */
  readonly channel: string;
  /** The finding's issue in this channel. Undefined if none is known. */
  readonly known: Issue | undefined;
  readonly shouldBeOpen: boolean;
  /**
   * True if there was an earlier attempt. That attempt may have opened the issue, although the
   * tracker's answer got lost.
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
      // The comment only explains the change, so ignore its failure. A retry could not repeat the
      // comment: it would find that the issue is already as it should be, and do nothing.
      await tracker.comment(known, commentOf(notice));
      return success(known);
    }
  }
  if (!shouldBeOpen) return success(undefined);
  // In Linear, `place` determines the id of the new issue. A deleted issue still occupies its id.
  // So if there was an issue before, the new issue needs another `place`.
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

/** These characters can begin formatting, a link, a reference or HTML in Markdown. */
const SPECIAL = /[\\`*_~|<>#[\]()!+-]/g;

/**
 * Escapes a trace text, so that it mentions nobody, contains no link, and refers to no other issue.
 */
const escaped = (text: string): string =>
  mentionless(text.replace(/\s+/g, " ").replace(SPECIAL, "\\$&")).replaceAll("://", ":\u200b//");

/** A zero-width space after each `@` prevents mentions. */
const mentionless = (text: string): string => text.replaceAll("@", "@\u200b");
