import { and, eq, isNull, sql } from "drizzle-orm";
import type { Database } from "../../database/database.ts";
import { addLetterIf } from "../../database/mail/add-letter.ts";
import { finding } from "../../database/schema/findings.ts";
import { invitation, organization, signInAttempt, user } from "../../database/schema/identity.ts";
import { apiKey } from "../../database/schema/project.ts";
import { letter, suppressedAddress } from "../../database/schema/teams/mail.ts";
import { accountDeletedLetter } from "../../mail/letters/account.ts";
import { failure, type Result, success } from "../../protocol/result.ts";
import { forgetKeys } from "../keys.ts";

/**
 * An organization that prevents the deletion, because the person is its only owner. After the
 * deletion, it would have no owner.
 */
export interface OwnedOrganization {
  readonly name: string;
  /**
   * Whether the organization has other members. An organization without other members prevents the
   * deletion only if it has projects. Nobody could open these projects afterwards.
   */
  readonly hasOthers: boolean;
}

const OWNED_ALONE = (person: string) => sql`
  select own.organization_id from member own
  where own.user_id = ${person} and own.role = 'owner' and not exists (
    select 1 from member other where other.organization_id = own.organization_id
      and other.role = 'owner' and other.user_id <> ${person})`;
const HAS_OTHERS = (person: string) => sql`exists (select 1 from member other
  where other.organization_id = organization.id and other.user_id <> ${person})`;
/**
 * Selects the organizations that are deleted together with the person. They have no other members
 * and no projects.
 */
const DELETED_TOO = (person: string) => sql`organization.id in (${OWNED_ALONE(person)})
  and not ${HAS_OTHERS(person)} and not exists (
    select 1 from project where project.organization = organization.id)`;
const HAS_PROJECTS = sql`exists (select 1 from project
  where project.organization = organization.id and project.deleted_at is null)`;

/**
 * Deletes the person and all rows that belong only to the person, such as memberships, sign-ins and
 * e-mails. Revokes the person's keys. Labels and comments stay, but without the person's name.
 *
 * Some organizations would have no owner afterwards. If such an organization has other members or
 * projects, nothing is deleted, and the function fails. Otherwise, these organizations are deleted
 * too, and the e-mail to the person names them.
 */
export async function deleteAccount(
  database: Database,
  { id, email }: { readonly id: string; readonly email: string },
  now: number,
): Promise<Result<null, readonly OwnedOrganization[]>> {
  const blocking = sql`organization.id in (${OWNED_ALONE(id)})
    and (${HAS_OTHERS(id)} or ${HAS_PROJECTS})`;
  const may = sql`not exists (select 1 from organization where ${blocking})`;
  const isGone = sql`not exists (select 1 from user where id = ${id})`;
  const deletedToo = await database
    .select({ name: organization.name })
    .from(organization)
    .where(DELETED_TOO(id))
    .orderBy(organization.name);
  const told = {
    ...accountDeletedLetter(deletedToo.map(({ name }) => name)),
    ...{ to: email, kind: "account_deleted" as const, once: `account_deleted:${id}` },
  };
  const [keys, , , deleted] = await database.batch([
    database
      .update(apiKey)
      .set({ revokedAt: now })
      .where(and(eq(apiKey.creator, id), isNull(apiKey.revokedAt), may))
      .returning({ project: apiKey.project }),
    database
      .update(finding)
      .set({ assignee: null })
      .where(and(eq(finding.assignee, id), may)),
    database.delete(organization).where(sql`${DELETED_TOO(id)} and ${may}`),
    database.delete(user).where(and(eq(user.id, id), may)),
    database.delete(invitation).where(and(eq(invitation.email, email), isGone)),
    database
      .delete(signInAttempt)
      .where(sql`email in (${email}, ${`second-factor:${id}`}) and ${isGone}`),
    database.delete(letter).where(and(eq(letter.address, email), isGone)),
    database.delete(suppressedAddress).where(and(eq(suppressedAddress.address, email), isGone)),
    addLetterIf(database, told, isGone, now),
  ]);
  for (const project of new Set(keys.map((key) => key.project))) forgetKeys(project);
  if (deleted.meta.changes > 0) return success(null);
  const left = await database
    .select({ name: organization.name, hasOthers: sql<number>`${HAS_OTHERS(id)}` })
    .from(organization)
    .where(blocking)
    .orderBy(organization.name);
  return failure(left.map(({ name, hasOthers }) => ({ name, hasOthers: hasOthers === 1 })));
}
