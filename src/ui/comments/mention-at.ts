/**
 * While a person types a mention, finds its start in the text, and the members whom the person may
 * mean.
 */
import type { Member } from "../../protocol/people.ts";

export interface MentionDraft {
  /** Index of the `@` in the text. */
  readonly start: number;
  /** Text between the `@` and the caret. */
  readonly text: string;
}

/** Matches `@` followed by the start of a name or of an e-mail address. */
const DRAFT = /(?<![\p{L}\p{N}_@.])@(?<text>[\p{L}\p{N}_.+-]{1,60}@[\p{L}\p{N}.-]*|[^@\n]{0,60})$/u;

export function mentionAt(text: string, caret: number): MentionDraft | undefined {
  const match = DRAFT.exec(text.slice(0, caret));
  const draft = match?.groups?.text;
  if (match === null || draft === undefined) return undefined;
  return { start: match.index, text: draft };
}

export interface MentionChoice {
  readonly member: Member;
  /**
   * The text to insert after the `@`. It is the member's name, or the e-mail address if several
   * members have the same name.
   */
  readonly handle: string;
}

const MAX_CHOICES = 6;

/**
 * Finds the members whose name or e-mail address starts with the draft. The draft can also be the
 * start of a later word in the name, such as the surname.
 */
export function mentionChoices(draft: string, members: readonly Member[]): MentionChoice[] {
  const wanted = draft.toLowerCase();
  const isMeant = ({ user }: Member) =>
    user.email.toLowerCase().startsWith(wanted) ||
    ` ${user.name.toLowerCase()}`.includes(` ${wanted}`);
  const named = (name: string) =>
    members.filter(({ user }) => user.name.toLowerCase() === name.toLowerCase()).length;
  return members
    .filter(isMeant)
    .slice(0, MAX_CHOICES)
    .map((member) => ({
      member,
      handle: named(member.user.name) > 1 ? member.user.email : member.user.name,
    }));
}
