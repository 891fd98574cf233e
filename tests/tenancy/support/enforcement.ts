/** Stores an organization's requirements for sign-ins, as its settings would. */
import { organizationDomain, organizationSignIn } from "../../../src/database/schema/teams/sso.ts";
import { database, newOrganization, type Person } from "./browser.ts";

/**
 * Enforces single sign-on for the domain, in a new organization.
 * @returns the organization, which the person owns
 */
export async function enforceOwnSignIn(owner: Person, domain: string): Promise<string> {
  const organization = await newOrganization(owner);
  await database.insert(organizationDomain).values({
    ...{ organization, domain, token: "t", verifiedAt: 1, createdAt: 1 },
  });
  await database.insert(organizationSignIn).values({ organization, isEnforced: true });
  return organization;
}

/** From now on, members of the organization need a second factor. */
export async function requireSecondFactor(organization: string): Promise<void> {
  const requiresSecondFactor = true;
  await database
    .insert(organizationSignIn)
    .values({ organization, requiresSecondFactor })
    .onConflictDoUpdate({ target: organizationSignIn.organization, set: { requiresSecondFactor } });
}
