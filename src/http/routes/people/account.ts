import { PEOPLE_ENDPOINTS } from "../../../protocol/people.ts";
import type { OwnedOrganization } from "../../../tenancy/account/delete-account.ts";
import { recordAccountExport } from "../../audit/record-people.ts";
import { declaredInput } from "../../declared-input.ts";
import { ApiError } from "../../errors.ts";
import { router } from "../../route.ts";
import { signedInPerson } from "../../signed-in-person.ts";
import { asProvenPerson } from "./prove.ts";

export const account = router();

account.get("/ways-to-sign-in", async (c) => {
  await declaredInput(c, PEOPLE_ENDPOINTS["GET /ways-to-sign-in"]);
  return c.json(
    await c
      .get("services")
      .waysToSignIn(await signedInPerson(c))
      .list(),
  );
});

account.post("/unlink-provider", async (c) => {
  const { id, password } = await declaredInput(c, PEOPLE_ENDPOINTS["POST /unlink-provider"]);
  return asProvenPerson(c, password, async (person) => {
    const outcome = await c.get("services").waysToSignIn(person).unlink(id);
    if (outcome === "unknown") {
      throw new ApiError("not_found", "Your account has no such sign-in method.");
    }
    if (outcome === "last") {
      throw new ApiError(
        "conflict",
        "This is your only sign-in method. Choose a password or add a passkey first.",
      );
    }
    return c.json({ status: true });
  });
});

account.get("/account/export", async (c) => {
  await declaredInput(c, PEOPLE_ENDPOINTS["GET /account/export"]);
  const person = await signedInPerson(c);
  const exported = await c.get("services").exportAccount(person);
  await recordAccountExport(c, person);
  const headers = { "content-disposition": 'attachment; filename="memtrace-account.json"' };
  return c.json(exported, 200, headers);
});

account.post("/account/delete", async (c) => {
  const { email, password } = await declaredInput(c, PEOPLE_ENDPOINTS["POST /account/delete"]);
  const services = c.get("services");
  if (email.toLowerCase() !== (await signedInPerson(c)).email) {
    throw new ApiError("invalid_request", "email: is not your address. Nothing was deleted.");
  }
  return asProvenPerson(c, password, async (person) => {
    const deleted = await services.deleteAccount(person);
    if (!deleted.ok) throw new ApiError("conflict", ownerless(deleted.fault));
    services.wakeMail();
    return c.json({ status: true });
  });
});

const MAX_NAMED = 5;

function ownerless(organizations: readonly OwnedOrganization[]): string {
  const named = organizations
    .slice(0, MAX_NAMED)
    .map(({ name, hasOthers }) =>
      hasOthers
        ? `You are the last owner of ${name}, which has other members: transfer the ownership to one of them, or remove them.`
        : `Nobody else belongs to ${name}, which has projects: delete them, or invite an owner.`,
    );
  const more = organizations.length - named.length;
  return [
    ...named,
    ...(more > 0 ? [`The same is true for ${more} more organizations.`] : []),
    "Nothing was deleted.",
  ].join(" ");
}
