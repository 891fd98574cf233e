/** Enforces an organization's own sign-in for the domain of an address, as verified settings would. */
import { organizationDomain, organizationSignIn } from "../../../src/database/schema/teams/sso.ts";
import { database, newOrganization, type Person } from "./browser.ts";

/** @returns the organization, which the person owns */
export async function enforceOwnSignIn(owner: Person, domain: string): Promise<string> {
  const organization = await newOrganization(owner);
  await database.insert(organizationDomain).values({
    ...{ organization, domain, token: "t", verifiedAt: 1, createdAt: 1 },
  });
  await database.insert(organizationSignIn).values({ organization, isEnforced: true });
  return organization;
}
