/**
 * An organization can require a second factor from its members. Each browser is checked separately.
 * For example, a person has an authenticator app, but signed in with only a password in one
 * browser. Then this browser gets no access.
 */
import { type SQL, sql } from "drizzle-orm";
import type { Database } from "../../../database/database.ts";
import { oauthConnection } from "../../../database/schema/teams/connections.ts";
import { type FactorKind, sessionFactor } from "../../../database/schema/teams/sign-in.ts";

/** A person in one signed-in browser. */
export interface SignedIn {
  readonly id: string;
  readonly signIn: string;
}

/** SQL that shows whether a person gave a second factor. */
interface Evidence {
  readonly person: SQL;
  /** A table with the given factors in its column `kind`. */
  readonly given: SQL;
  /** Whether the person signed in through the provider of `rule.organization`. */
  readonly cameByProvider: SQL;
}

const ofBrowser = ({ id, signIn }: SignedIn): Evidence => ({
  person: sql`${id}`,
  given: sql`(select kind from session_factor where session_id = ${signIn})`,
  cameByProvider: sql`exists (
    select 1 from sso_session came
    where came.session_id = ${signIn} and came.organization = rule.organization)`,
});

/**
 * A connected app cannot give a second factor. So the app counts as having the factors that the
 * person had given in the browser in which the app was connected.
 */
const OF_CONNECTION: Evidence = {
  person: sql`${oauthConnection.userId}`,
  given: sql`(select value as kind from json_each(${oauthConnection.factors}))`,
  cameByProvider: sql`${oauthConnection.ssoOrganization} = rule.organization`,
};

/**
 * Whether the person gave a second factor (an authenticator app or a passkey) and has not removed
 * this kind of factor since.
 */
const gaveFactor = ({ person, given }: Evidence): SQL => sql`exists (
  select 1 from ${given} given where case given.kind
    when 'app' then exists (
      select 1 from second_factor where user_id = ${person} and confirmed_at is not null)
    else exists (select 1 from passkey where user_id = ${person}) end)`;

/**
 * Whether the person signed in through the provider that the organization enforces. Such a person
 * needs no second factor here, because the provider can ask for one.
 */
const trustsProvider = ({ cameByProvider }: Evidence): SQL =>
  sql`(rule.is_enforced = 1 and ${cameByProvider})`;

const requiring = (evidence: Evidence): SQL => sql`from member of_person
  join organization_sign_in rule
    on rule.organization = of_person.organization_id and rule.requires_second_factor = 1
  where of_person.user_id = ${evidence.person}
    and not ${gaveFactor(evidence)} and not coalesce(${trustsProvider(evidence)}, 0)`;

/** SQL that gives 1 if an organization requires a second factor that this browser has not given. */
export const lacksFactor = (person: SignedIn): SQL<number> =>
  sql<number>`exists (select 1 ${requiring(ofBrowser(person))})`;

/**
 * Like `lacksFactor`, but for the connected app whose row of `oauth_connection` the query reads.
 */
export const connectionLacksFactor: SQL<number> = sql<number>`exists (
  select 1 ${requiring(OF_CONNECTION)})`;

/** The organizations that require a second factor which this browser lacks. */
export function organizationsRequiring(
  database: Database,
  person: SignedIn,
): Promise<{ id: string; name: string }[]> {
  return database.all(sql`
    select id, name from organization where id in (select rule.organization ${requiring(ofBrowser(person))})
    order by name`);
}

/** Whether the browser would keep its access if this organization required a second factor. */
export async function meetsRequirement(
  database: Database,
  person: SignedIn,
  organization: string,
): Promise<boolean> {
  const evidence = ofBrowser(person);
  const [found] = await database.all<{ meets: number }>(sql`
    select ${gaveFactor(evidence)} or exists (select 1 from organization_sign_in rule
      where rule.organization = ${organization} and ${trustsProvider(evidence)}) as meets`);
  return found?.meets === 1;
}

export async function factorsGiven(
  database: Database,
  signIn: string,
): Promise<readonly FactorKind[]> {
  const rows = await database
    .select({ kind: sessionFactor.kind })
    .from(sessionFactor)
    .where(sql`session_id = ${signIn}`);
  return rows.map(({ kind }) => kind);
}

export async function rememberFactor(
  database: Database,
  signIn: string,
  kind: FactorKind,
): Promise<void> {
  await database.insert(sessionFactor).values({ sessionId: signIn, kind }).onConflictDoNothing();
}
