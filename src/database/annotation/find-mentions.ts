/**
 * Finds the members that a comment mentions. A mention is an `@` followed by the member's name or
 * e-mail address.
 */
import { failure, type Result, success } from "../../protocol/result.ts";
import type { ProjectMember } from "./project-members.ts";

type NamedMember = Pick<ProjectMember, "id" | "name" | "email">;

export interface FoundMention {
  readonly person: string;
  /** The text of the mention in the comment, including the `@`. */
  readonly text: string;
}

/** A name that several members share, as the comment spells it. */
export interface AmbiguousName {
  readonly name: string;
  /** E-mail address of one of the members with this name, as an example. */
  readonly email: string;
}

/** An `@` inside a word, as in an e-mail address, is not a mention. */
const SIGN = /(?<![\p{L}\p{N}_@.])@/gu;
const GOES_ON = /[\p{L}\p{N}_@]/uy;

/** Whether the text may mention somebody. */
export function mayMention(body: string): boolean {
  return body.search(SIGN) >= 0;
}

/**
 * Finds each mentioned member once. After an `@`, the longest matching e-mail address counts; if no
 * address matches, the longest matching name counts. Addresses come first, because somebody might
 * use another member's address as a name. An `@` without a matching address or name mentions
 * nobody.
 *
 * @param most maximum mentioned members. The search stops after one more, so that the caller
 * notices the excess.
 */
export function findMentions(
  body: string,
  members: readonly NamedMember[],
  most: number,
): Result<FoundMention[], AmbiguousName> {
  const handles = handlesOf(members);
  const found = new Map<string, FoundMention>();
  for (const { index } of body.matchAll(SIGN)) {
    const start = index + 1;
    const named = namedAt(body, start, handles);
    const [first] = named?.members ?? [];
    if (named === undefined || first === undefined) continue;
    const text = body.slice(start, named.end);
    if (named.members.length > 1) return failure({ name: text, email: first.email });
    if (!found.has(first.id)) found.set(first.id, { person: first.id, text: `@${text}` });
    if (found.size > most) break;
  }
  return success([...found.values()]);
}

/**
 * A node in the tree of handles, which are names and e-mail addresses in lower case. All handles
 * below the node begin with the same characters.
 */
interface Handles {
  readonly next: Map<string, Handles>;
  address?: NamedMember;
  readonly named: NamedMember[];
}

const noHandles = (): Handles => ({ next: new Map(), named: [] });

/**
 * Builds a tree of characters, so that the time for one `@` does not depend on the number of
 * members.
 */
function handlesOf(members: readonly NamedMember[]): Handles {
  const root = noHandles();
  for (const member of members) {
    endOf(root, member.email).address = member;
    if (member.name !== "") endOf(root, member.name).named.push(member);
  }
  return root;
}

function endOf(root: Handles, handle: string): Handles {
  let at = root;
  for (const character of handle) {
    const key = character.toLowerCase();
    const next = at.next.get(key) ?? noHandles();
    at.next.set(key, next);
    at = next;
  }
  return at;
}

function namedAt(body: string, start: number, handles: Handles) {
  let address: { readonly members: readonly NamedMember[]; readonly end: number } | undefined;
  let name: typeof address;
  let at: Handles | undefined = handles;
  for (let end = start; end < body.length; ) {
    const character = String.fromCodePoint(body.codePointAt(end) ?? 0);
    at = at.next.get(character.toLowerCase());
    if (at === undefined) break;
    end += character.length;
    GOES_ON.lastIndex = end;
    if (GOES_ON.test(body)) continue;
    if (at.address !== undefined) address = { members: [at.address], end };
    if (at.named.length > 0) name = { members: at.named, end };
  }
  return address ?? name;
}
