/**
 * Limits how often somebody can try the password of an account. Nobody must learn which addresses
 * have an account. So an attempt for an address without an account runs the same SQL statements,
 * writes the same rows and gets the same answer.
 */
import { lte, type SQL, sql } from "drizzle-orm";
import type { Database } from "../../database/database.ts";
import { addLetterIf } from "../../database/mail/add-letter.ts";
import { signInAttempt, signInDevice, signInNetwork } from "../../database/schema/identity.ts";
import type { Letter } from "../../mail/letter.ts";
import { newDeviceLetter } from "../../mail/letters/account.ts";
import { networkOf } from "./network.ts";

/**
 * After this many failures, the next attempt must wait. The first failures are free, because people
 * mistype.
 */
const FREE_ATTEMPTS = 5;
const FIRST_WAIT_MS = 15_000;
const LONGEST_WAIT_MS = 3_600_000;
/**
 * The wait doubles at most this many times. It is then longer than `LONGEST_WAIT_MS`. Without this
 * limit, very many failures would make the number overflow.
 */
const MAX_DOUBLINGS = 8;
/** After this time without an attempt, earlier failures no longer count. */
export const FORGET_AFTER_MS = 24 * 3_600_000;
/** Maximum difference between the clocks of two workers. */
const CLOCKS_APART_MS = 60_000;
/** Per person. */
const MAX_NETWORKS = 20;
/** A browser stays trusted for this time. A sign-in in a trusted browser needs no second factor. */
const TRUST_MS = 30 * 24 * 3_600_000;
/** Per person. */
const MAX_DEVICES = 50;

export interface SignInAttempt {
  /** IP address of the browser or program that signs in. */
  readonly address: string;
  readonly email: string;
}

/** An attempt with the right password, and its browser. */
export interface SignedInAttempt extends SignInAttempt {
  readonly device: {
    /** SHA-256 of the browser's long-lived cookie. */
    readonly hash: string;
    /** Such as "Firefox on Windows". */
    readonly name: string;
    /** URL of the page for a new password. */
    readonly forgotUrl: string;
    /** Whether the browser needs no second factor for a while. */
    readonly isTrusted?: boolean;
  };
}

export type AttemptClaim =
  | { readonly ok: true }
  /** `waitMs`: time until the next allowed attempt. */
  | { readonly ok: false; readonly waitMs: number };

/**
 * Counts an attempt before its password is checked. Otherwise, parallel attempts could exceed the
 * limit. After the free attempts, each attempt doubles the wait. If the person has signed in from a
 * network before, attempts from it are not counted. So an attacker in another network cannot lock
 * the person out.
 */
export async function claimAttempt(
  database: Database,
  { address, email }: SignInAttempt,
  now: number,
): Promise<AttemptClaim> {
  const account = email.toLowerCase();
  const isKnown = sql`exists (
    select 1 from sign_in_network join user on user.id = sign_in_network.user_id
    where user.email = ${account} and sign_in_network.network = ${networkOf(address)})`;
  const isOld = sql`sign_in_attempt.last_at <= ${now - FORGET_AFTER_MS}`;
  const [claimed, [state]] = await database.batch([
    database
      .insert(signInAttempt)
      .select(sql`select ${account}, 1, ${now} where not ${isKnown}`)
      .onConflictDoUpdate({
        target: signInAttempt.email,
        set: {
          failures: sql`case when ${isOld} then 1 else sign_in_attempt.failures + 1 end`,
          lastAt: sql`excluded.last_at`,
        },
        setWhere: sql`(${NEXT_AT} <= ${now} or ${isAhead(now)})`,
      })
      .returning({ email: signInAttempt.email }),
    database
      .select({
        known: sql<number>`${isKnown}`,
        next: sql<number | null>`(select ${NEXT_AT} from sign_in_attempt where email = ${account})`,
      })
      .from(sql`(select 1)`),
  ]);
  if (claimed.length > 0 || state?.known === 1) return { ok: true };
  return { ok: false, waitMs: Math.max(1, (state?.next ?? now) - now) };
}

/**
 * Whether the time of the last attempt is in the future, because a clock was wrong. If so, the next
 * attempt is allowed at once. Otherwise, the person would have to wait until that time.
 */
const isAhead = (now: number): SQL => sql`sign_in_attempt.last_at > ${now + CLOCKS_APART_MS}`;

/** SQL for the time of the next allowed attempt. */
const NEXT_AT: SQL = sql.raw(`(sign_in_attempt.last_at + case
  when sign_in_attempt.failures < ${FREE_ATTEMPTS} then 0
  else min(${LONGEST_WAIT_MS}, ${FIRST_WAIT_MS} << min(sign_in_attempt.failures - ${FREE_ATTEMPTS}, ${MAX_DOUBLINGS}))
end)`);

/**
 * Call this after a sign-in with the right password. It deletes the counted failures, and stores
 * the network and the browser. If both are new, an e-mail tells the person, except at the account's
 * first sign-in.
 */
export async function recordSuccess(
  database: Database,
  { address, email, device }: SignedInAttempt,
  now: number,
): Promise<void> {
  const account = email.toLowerCase();
  const trusted = device.isTrusted ? sql`${now + TRUST_MS}` : sql`null`;
  const person = sql`(select id from user where email = ${account})`;
  const isNew = sql`exists (select 1 from sign_in_network where user_id = ${person})
    and not exists (select 1 from sign_in_network
      where user_id = ${person} and network = ${networkOf(address)})
    and not exists (select 1 from sign_in_device
      where user_id = ${person} and device = ${device.hash})`;
  await database.batch([
    addLetterIf(database, newDevice({ address, email, device }, now), isNew, now),
    database
      .insert(signInDevice)
      .select(sql`select id, ${device.hash}, ${now}, ${trusted} from user where email = ${account}`)
      .onConflictDoUpdate({
        target: [signInDevice.userId, signInDevice.device],
        set: {
          lastAt: sql`excluded.last_at`,
          trustedUntil: sql`coalesce(excluded.trusted_until, trusted_until)`,
        },
      }),
    database.delete(signInDevice).where(sql`user_id = ${person} and device not in (
      select device from sign_in_device where user_id = ${person}
      order by last_at desc, device limit ${MAX_DEVICES})`),
    database.delete(signInAttempt).where(sql`email = ${account}`),
    database
      .insert(signInNetwork)
      .select(sql`select id, ${networkOf(address)}, ${now} from user where email = ${account}`)
      .onConflictDoUpdate({
        target: [signInNetwork.userId, signInNetwork.network],
        set: { lastAt: sql`excluded.last_at` },
      }),
    database.delete(signInNetwork).where(sql`user_id = ${person} and network not in (
      select network from sign_in_network where user_id = ${person}
      order by last_at desc, network limit ${MAX_NETWORKS})`),
  ]);
}

function newDevice({ address, email, device }: SignedInAttempt, now: number): Letter {
  const place = { device: device.name, network: networkOf(address), at: now };
  return {
    ...newDeviceLetter(place, device.forgotUrl),
    ...{ to: email, kind: "new_device", once: `new_device:${crypto.randomUUID()}` },
  };
}

/** Call this after the person has given the right second factor. */
export async function forgetFailures(database: Database, account: string): Promise<void> {
  await database.delete(signInAttempt).where(sql`email = ${account.toLowerCase()}`);
}

/** Deletes attempts that `claimAttempt` no longer counts. */
export async function forgetAttempts(database: Database, now: number): Promise<void> {
  await database
    .delete(signInAttempt)
    .where(lte(signInAttempt.lastAt, new Date(now - FORGET_AFTER_MS)));
}

/** Each function counts a sign-up, and returns whether it is within the limit. */
export interface SignUpCounters {
  /** Counts a sign-up for `key`, which is a network or an e-mail domain. */
  readonly attempts: (key: string) => Promise<boolean>;
  /**
   * Counts a sign-up for `key`, which is a network together with an e-mail domain. The limit is
   * much lower than for `attempts`.
   */
  readonly ofDomain: (key: string) => Promise<boolean>;
}

/**
 * Counts a sign-up for its network and for its e-mail domain, and returns whether it is allowed.
 * Many people can share a domain, so one network must not be able to block the domain for all of
 * them. If a domain has reached its limit, each network can still make a few sign-ups with this
 * domain. If a network has reached its limit, its sign-ups are refused and do not count for the
 * domain.
 */
export async function signUpAllowed(
  { address, email }: SignInAttempt,
  { attempts, ofDomain }: SignUpCounters,
): Promise<boolean> {
  const network = networkOf(address);
  const domain = email.slice(email.lastIndexOf("@") + 1).toLowerCase();
  if (!(await attempts(network))) return false;
  const [isFree, isRare] = await Promise.all([
    attempts(`domain ${domain}`),
    ofDomain(`${network} ${domain}`),
  ]);
  return isFree || isRare;
}
