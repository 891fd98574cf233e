/** Finds the members that a comment mentions: an `@`, then a member's name or e-mail address. */
import { failure, type Result, success } from "../../protocol/result.ts";
import type { ProjectMember } from "./project-members.ts";

type NamedMember = Pick<ProjectMember, "id" | "name" | "email">;

export interface FoundMention {
  readonly person: string;
  /** The mention as written in the comment, with its `@`. */
  readonly text: string;
}

/** A mentioned name that several members have. */
export interface AmbiguousName {
  readonly name: string;
  /**
   * Address of one member with this name. The error message suggests it as an unambiguous mention.
   */
  readonly email: string;
}

/** An `@` that can begin a mention. An `@` inside a word, as in an e-mail address, cannot. */
const SIGN = /(?<![\p{L}\p{N}_@.])@/gu;
const GOES_ON = /[\p{L}\p{N}_@]/uy;

export function mayMention(body: string): boolean {
  return body.search(SIGN) >= 0;
}

/**
 * Returns the members that the text mentions, each of them once. If several e-mail addresses match
 * the text after an `@`, the longest one counts. Names are used only if no address matches, because
 * a member could use another member's address as a name. If several names match, the longest one
 * counts.
 * @param most maximum number of mentioned members. If the text mentions more, the function returns
 * `most + 1` members, so that the caller can reject the text
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

/** A node in the tree of handles. A handle is a name or e-mail address in lower case. */
interface Handles {
  readonly next: Map<string, Handles>;
  address?: NamedMember;
  readonly named: NamedMember[];
}

const noHandles = (): Handles => ({ next: new Map(), named: [] });

/**
 * Builds the tree of handles. Each step from a node to a following node stands for one character. A
 * search for the handle after an `@` follows the characters of the text. So its time does not
 * depend on the number of members.
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
