/**
 * Links in e-mails that verify an address, set a new password, or change the address. Nobody must
 * learn which addresses have an account. So statements, written rows and answers are the same with
 * and without an account. The links of the sign-in library are not used: they would reveal
 * accounts, sign people in, and work more than once.
 */
import { and, eq, gt, inArray, lte, type SQL, sql } from "drizzle-orm";
import type { Database } from "../../database/database.ts";
import { addLetter, addLetterIf, addNoLetterIf } from "../../database/mail/add-letter.ts";
import {
  account,
  session,
  signInAttempt,
  signInDevice,
  user,
} from "../../database/schema/identity.ts";
import { oauthConnection } from "../../database/schema/teams/connections.ts";
import { addressLink, type LinkPurpose } from "../../database/schema/teams/mail.ts";
import { signInStep } from "../../database/schema/teams/sign-in.ts";
import { isWithin } from "../../database/stored-times.ts";
import type { Letter } from "../../mail/letter.ts";
import {
  addressChangedLetter,
  addressChangeLetter,
  pageLink,
  passwordChangedLetter,
  passwordResetLetter,
  verificationLetter,
} from "../../mail/letters/account.ts";
import { hashLinkToken, newLinkToken } from "../link-token.ts";
import type { SignedInPerson } from "../principal.ts";
import { passwordAccount } from "./password-account.ts";

const HOUR_MS = 3_600_000;
const LIFE_MS: Readonly<Record<LinkPurpose, number>> = {
  verification: 24 * HOUR_MS,
  password_reset: HOUR_MS,
  address_change: HOUR_MS,
};
/** Maximum number of links per hour, for each address and purpose. */
const MAX_LINKS_PER_HOUR = 5;
/** Maximum number of address changes that one person can request per hour, to any addresses. */
const MAX_CHANGES_PER_HOUR = 5;

export interface AddressLinkDeps {
  readonly database: Database;
  readonly publicUrl: string;
  readonly randomBytes: (length: number) => Uint8Array;
  readonly now: () => number;
}

export interface WantedLink {
  readonly hash: string;
  readonly purpose: LinkPurpose;
  readonly address: string;
  /** SQL for the person's id. Null if the address has no account. */
  readonly userId: SQL;
  /**
   * `addLink` stores the link only if this SQL condition is true, and if the address has not yet
   * reached its maximum number of links.
   */
  readonly condition?: SQL;
}

/** Stores nothing if the address has reached its maximum number of links. */
export function addLink(database: Database, wanted: WantedLink, now: number) {
  const { hash, purpose, userId, condition = sql`true` } = wanted;
  const address = wanted.address.toLowerCase();
  const recent = sql`(select count(*) from address_link
    where address = ${address} and purpose = ${purpose}
      and ${isWithin(sql.raw("created_at"), now, HOUR_MS)})`;
  return database.insert(addressLink).select(sql`
    select ${hash}, ${purpose}, ${address}, ${userId}, ${now + LIFE_MS[purpose]}, ${now}
    where ${recent} < ${MAX_LINKS_PER_HOUR} and ${condition}`);
}

/** Whether `addLink` stored the link. Use it as the condition for the link's e-mail. */
export const isLinked = (hash: string): SQL =>
  sql`exists (select 1 from address_link where hash = ${hash})`;

/**
 * Sends a link for a new password. If the address has no account, the same rows are written, but no
 * e-mail is sent.
 */
export async function requestPasswordReset(deps: AddressLinkDeps, email: string): Promise<void> {
  const { database, publicUrl, now } = deps;
  const at = now();
  const address = email.toLowerCase();
  const { token, hash } = newLinkToken(deps.randomBytes, "mta_");
  const owner = sql`(select id from user where email = ${address})`;
  const added: Letter = {
    ...passwordResetLetter(pageLink(publicUrl, "reset-password", token)),
    ...{ to: address, kind: "password_reset", once: `password_reset:${hash}` },
    until: at + LIFE_MS.password_reset,
  };
  await database.batch([
    addLink(database, { hash, purpose: "password_reset", address, userId: owner }, at),
    addLetterIf(database, added, sql`${isLinked(hash)} and ${owner} is not null`, at),
    addNoLetterIf(database, added, sql`${isLinked(hash)} and ${owner} is null`, at),
  ]);
}

/** Creates a link that verifies an address, and the e-mail that contains the link. */
export function verificationOf({ publicUrl, randomBytes, now }: AddressLinkDeps, address: string) {
  const { token, hash } = newLinkToken(randomBytes, "mta_");
  const text = verificationLetter(pageLink(publicUrl, "verify-email", token));
  const added: Letter = {
    ...{ ...text, to: address, kind: "verification", once: `verification:${hash}` },
    until: now() + LIFE_MS.verification,
  };
  return { hash, letter: added };
}

/** False if the address got too many e-mails, or is already verified. */
export async function sendVerification(
  deps: AddressLinkDeps,
  { id, email }: SignedInPerson,
): Promise<boolean> {
  const { database, now } = deps;
  const at = now();
  const { hash, letter } = verificationOf(deps, email);
  const isOpen = sql`exists (select 1 from user
    where id = ${id} and email = ${email} and email_verified = 0)`;
  const wanted = { hash, address: email, userId: sql`${id}`, condition: isOpen };
  const [stored] = await database.batch([
    addLink(database, { ...wanted, purpose: "verification" }, at),
    addLetterIf(database, letter, isLinked(hash), at),
  ]);
  return stored.meta.changes > 0;
}

/** False if the address or the person has reached a limit. */
export async function requestAddressChange(
  deps: AddressLinkDeps,
  { id }: SignedInPerson,
  newEmail: string,
): Promise<boolean> {
  const { database, publicUrl, now } = deps;
  const at = now();
  const { token, hash } = newLinkToken(deps.randomBytes, "mta_");
  const mine = sql`(select count(*) from address_link
    where user_id = ${id} and purpose = 'address_change'
      and ${isWithin(sql.raw("created_at"), at, HOUR_MS)}) < ${MAX_CHANGES_PER_HOUR}`;
  const wanted = { hash, address: newEmail, userId: sql`${id}`, condition: mine };
  const added: Letter = {
    ...addressChangeLetter(pageLink(publicUrl, "verify-email", token)),
    ...{ to: newEmail, kind: "address_change", once: `address_change:${hash}` },
    until: at + LIFE_MS.address_change,
  };
  const [stored] = await database.batch([
    addLink(database, { ...wanted, purpose: "address_change" }, at),
    addLetterIf(database, added, isLinked(hash), at),
  ]);
  return stored.meta.changes > 0;
}

/** The person and the address of a working link. */
export interface LinkedPerson {
  readonly hash: string;
  readonly purpose: LinkPurpose;
  /** The address to which the link was sent. */
  readonly address: string;
  readonly id: string;
  readonly name: string;
  readonly email: string;
}

/** Undefined if the token is unknown, or the link was used or has expired. */
export async function findLink(
  database: Database,
  token: string,
  now: number,
): Promise<LinkedPerson | undefined> {
  const hash = hashLinkToken(token);
  if (hash === undefined) return undefined;
  const [found] = await database
    .select({
      ...{ hash: addressLink.hash, purpose: addressLink.purpose, address: addressLink.address },
      ...{ id: user.id, name: user.name, email: user.email },
    })
    .from(addressLink)
    .innerJoin(user, eq(user.id, addressLink.userId))
    .where(and(eq(addressLink.hash, hash), gt(addressLink.expiresAt, now)));
  return found;
}

/** False if the link was used meanwhile, or if another account now has the address. */
export async function confirmAddress(
  { database, now }: AddressLinkDeps,
  link: LinkedPerson,
): Promise<boolean> {
  const at = now();
  const isChange = link.purpose === "address_change";
  const isFree = sql`not exists (select 1 from user
    where email = ${link.address} and id <> ${link.id})`;
  const isOpen = sql`${isUsable(link.hash, at)} and ${isFree}
    ${isChange ? sql`` : sql`and ${user.email} = ${link.address}`}`;
  const told: Letter = {
    ...addressChangedLetter(link.address),
    ...{ to: link.email, kind: "address_changed", once: `address_changed:${link.hash}` },
  };
  const isChanged = sql`${isUsable(link.hash, at)} and ${isChange ? 1 : 0}
    and ${link.address} <> ${link.email}
    and exists (select 1 from user where id = ${link.id} and email = ${link.address})`;
  const [changed] = await database.batch([
    database
      .update(user)
      .set({ email: link.address, emailVerified: true, updatedAt: new Date(at) })
      .where(and(eq(user.id, link.id), isOpen)),
    addLetterIf(database, told, isChanged, at),
    // If the address changes, delete all links of the person, because they were sent to the old
    // address. Otherwise, delete only the links for verification.
    database
      .delete(addressLink)
      .where(
        isChange
          ? sql`user_id = ${link.id} and ${isUsable(link.hash, at)}`
          : sql`user_id = ${link.id} and purpose = 'verification'`,
      ),
  ]);
  return changed.meta.changes > 0;
}

/**
 * Uses a link to set a new password. Ends all the person's sign-ins and connected apps, and deletes
 * all their links. False if the link was used meanwhile.
 */
export async function resetPassword(
  { database, publicUrl, now }: AddressLinkDeps,
  link: LinkedPerson,
  hashedPassword: string,
): Promise<boolean> {
  const at = now();
  const isOpen = isUsable(link.hash, at);
  const isMine = (column: SQL) => sql`${column} = ${link.id} and ${isOpen}`;
  const told: Letter = {
    ...passwordChangedLetter(`${publicUrl}/forgot-password`),
    ...{ to: link.email, kind: "password_changed", once: `password_changed:${link.hash}` },
  };
  const [, changed] = await database.batch([
    // If the person has only used a provider to sign in, there is no row with a password yet. This
    // statement then adds one.
    database.insert(account).select(sql`
      select ${passwordAccount(link.id, hashedPassword, new Date(at))}
      where ${isOpen} and not exists (
        select 1 from account where user_id = ${link.id} and provider_id = 'credential')`),
    database
      .update(account)
      .set({ password: hashedPassword, updatedAt: new Date(at) })
      .where(and(eq(account.providerId, "credential"), isMine(sql.raw("user_id")))),
    database
      .update(user)
      .set({ emailVerified: true })
      .where(and(eq(user.email, link.address), isMine(sql.raw("id")))),
    database.delete(session).where(isMine(sql.raw("user_id"))),
    database.delete(oauthConnection).where(isMine(sql.raw("user_id"))),
    database.delete(signInStep).where(isMine(sql.raw("user_id"))),
    database
      .update(signInDevice)
      .set({ trustedUntil: null })
      .where(isMine(sql.raw("user_id"))),
    database.delete(signInAttempt).where(sql`email = ${link.email} and ${isOpen}`),
    addLetterIf(database, told, isOpen, at),
    database.delete(addressLink).where(isMine(sql.raw("user_id"))),
  ]);
  return changed.meta.changes > 0;
}

export async function tellPasswordChanged(
  { database, publicUrl, now }: AddressLinkDeps,
  { email }: SignedInPerson,
): Promise<void> {
  const at = now();
  const told = passwordChangedLetter(`${publicUrl}/forgot-password`);
  const once = `password_changed:${crypto.randomUUID()}`;
  await addLetter(database, { ...told, to: email, kind: "password_changed", once }, at);
}

/** Deletes links that expired at least an hour ago. The hourly limits no longer count them. */
export async function forgetAddressLinks(database: Database, now: number): Promise<void> {
  const old = database
    .select({ hash: addressLink.hash })
    .from(addressLink)
    .where(lte(addressLink.expiresAt, now - HOUR_MS))
    .limit(MAX_FORGOTTEN);
  await database.delete(addressLink).where(inArray(addressLink.hash, old));
}

const MAX_FORGOTTEN = 5_000;

const isUsable = (hash: string, now: number): SQL =>
  sql`exists (select 1 from address_link where hash = ${hash} and expires_at > ${now})`;
