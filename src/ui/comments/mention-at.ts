/** Finds the mention that a person types, and matching members. */
import type { Member } from "../../protocol/people.ts";

export interface MentionDraft {
  /** Index of the `@` in the text. */
  readonly start: number;
  /** Text between the `@` and the caret. */
  readonly text: string;
}

/** Matches `@` and the start of a name, or an e-mail address. */
const DRAFT = /(?<![\p{L}\p{N}_@.])@(?<text>[\p{L}\p{N}_.+-]{1,60}@[\p{L}\p{N}.-]*|[^@\n]{0,60})$/u;

export function mentionAt(text: string, caret: number): MentionDraft | undefined {
  const match = DRAFT.exec(text.slice(0, caret));
  const draft = match?.groups?.text;
  if (match === null || draft === undefined) return undefined;
  return { start: match.index, text: draft };
}

export interface MentionChoice {
  readonly member: Member;
  /** Text after the `@`: the name, or the e-mail address if several members share the name. */
  readonly handle: string;
}

const MAX_CHOICES = 6;

/** Finds members whose name, a word of the name, or address starts with the draft. */
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
