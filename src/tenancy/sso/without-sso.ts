/**
 * E-mails all owners of an organization when one of them signs in with a password, although the
 * organization enforces its provider.
 */
import { and, eq } from "drizzle-orm";
import type { Database } from "../../database/database.ts";
import { addLetter } from "../../database/mail/add-letter.ts";
import { member, organization, user } from "../../database/schema/identity.ts";
import { withoutSsoLetter } from "../../mail/letters/account.ts";

export async function tellOwners(
  database: Database,
  signIn: { readonly person: string; readonly organization: string },
  at: number,
): Promise<void> {
  const owners = await database
    .select({ id: user.id, name: user.name, email: user.email, organization: organization.name })
    .from(member)
    .innerJoin(user, eq(user.id, member.userId))
    .innerJoin(organization, eq(organization.id, member.organizationId))
    .where(and(eq(member.organizationId, signIn.organization), eq(member.role, "owner")));
  const actor = owners.find(({ id }) => id === signIn.person);
  if (actor === undefined) return;
  const { name, email } = actor;
  const text = withoutSsoLetter({ name, email, at }, actor.organization);
  for (const owner of owners) {
    const once = `sign_in_without_sso:${crypto.randomUUID()}`;
    await addLetter(database, { ...text, to: owner.email, kind: "sign_in_without_sso", once }, at);
  }
}
