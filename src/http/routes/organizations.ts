/** Organizations, their members and invitations, under `/api/auth/organization`. */
import type { Context } from "hono";
import type { ErrorCode } from "../../protocol/error-codes.ts";
import { MAX_INVITATIONS, MAX_MEMBERS, MAX_OWNED_ORGANIZATIONS } from "../../protocol/limits.ts";
import { PEOPLE_ENDPOINTS } from "../../protocol/people.ts";
import type { Members } from "../../tenancy/organizations/members.ts";
import type { OrganizationResult, Refusal } from "../../tenancy/organizations/outcome.ts";
import { recordOrganization } from "../audit/record-people.ts";
import { requireFactor, requireVerified } from "../authentication.ts";
import type { HttpEnv } from "../context.ts";
import { declaredInput } from "../declared-input.ts";
import { ApiError } from "../errors.ts";
import { router } from "../route.ts";
import { personOfRequest, signedInPerson } from "../signed-in-person.ts";

const REFUSALS: Readonly<Record<Refusal, readonly [ErrorCode, string]>> = {
  unknown_organization: ["not_found", "You have no such organization."],
  not_allowed: ["forbidden", "Your role in the organization does not allow this."],
  unknown_member: ["not_found", "The organization has no such member."],
  unknown_project: ["not_found", "project: the organization has no such project."],
  owner_everywhere: [
    "conflict",
    "An owner of the organization is an owner in every project. Change their role in the organization first.",
  ],
  last_owner: [
    "conflict",
    "An organization must have an owner. Make another member an owner first.",
  ],
  already_member: ["conflict", "This person is already a member of the organization."],
  slug_taken: ["conflict", "slug: another organization uses it. Choose another one."],
  unknown_invitation: [
    "not_found",
    "This invitation is no longer open: it was accepted, declined, cancelled or replaced by a newer one, or its sender left. Ask for a new one.",
  ],
  invitation_expired: ["not_found", "This invitation has expired. Ask for a new one."],
  invitation_of_other: [
    "not_found",
    "This invitation is for another e-mail address. Sign in with that address, or ask for an invitation to yours.",
  ],
  too_many_organizations: [
    "conflict",
    `You own ${MAX_OWNED_ORGANIZATIONS} organizations, the limit for one person. Transfer one first.`,
  ],
  member_owns_too_many: [
    "conflict",
    `This member owns ${MAX_OWNED_ORGANIZATIONS} organizations, the limit for one person. They must transfer one first.`,
  ],
  too_many_members: [
    "conflict",
    `The organization has ${MAX_MEMBERS} members, the limit for one organization. Remove one first.`,
  ],
  too_many_invitations: [
    "conflict",
    `The organization has ${MAX_INVITATIONS} open invitations, the limit for one organization. Cancel one first.`,
  ],
};

function answered<Value>(outcome: OrganizationResult<Value>): Value {
  if (outcome.ok) return outcome.value;
  throw new ApiError(...REFUSALS[outcome.fault]);
}

async function memberNamed(members: Members, named: string) {
  const found = await members.find(named);
  if (found === undefined) throw new ApiError(...REFUSALS.unknown_member);
  return found;
}

const organizationsOf = async (c: Context<HttpEnv>) =>
  c.get("services").organizations((await signedInPerson(c)).id);
const membersOf = async (c: Context<HttpEnv>, organization: string) =>
  c.get("services").members((await signedInPerson(c)).id, organization);
const invitationsOf = async (c: Context<HttpEnv>) =>
  c.get("services").invitations(await signedInPerson(c));

/**
 * These paths also work if the person has not given a required second factor. A person must always
 * be able to leave an organization. Otherwise, one organization could lock the person out of all
 * others.
 */
const isOpenToAll = (path: string) => /\/organization\/(list|leave)$/.test(path);

export const organizations = router();

organizations.use(async (c, next) => {
  const services = c.get("services");
  const person = await personOfRequest(c);
  if (person !== null) {
    requireVerified(services, person);
    if (!isOpenToAll(c.req.path)) await requireFactor(services, person);
  }
  await next();
});

organizations.post("/create", async (c) => {
  const wanted = await declaredInput(c, PEOPLE_ENDPOINTS["POST /organization/create"]);
  const person = await signedInPerson(c);
  const { organizations: of, now } = c.get("services");
  const created = answered(await of(person.id).create(wanted, now()));
  await recordOrganization(c, person, created.id);
  return c.json(created);
});

organizations.post("/update", async (c) => {
  const input = await declaredInput(c, PEOPLE_ENDPOINTS["POST /organization/update"]);
  const mine = await organizationsOf(c);
  return c.json(answered(await mine.rename(input.organizationId, input.data.name)));
});

organizations.get("/list", async (c) => {
  await declaredInput(c, PEOPLE_ENDPOINTS["GET /organization/list"]);
  return c.json(await (await organizationsOf(c)).list());
});

organizations.get("/list-members", async (c) => {
  const input = await declaredInput(c, PEOPLE_ENDPOINTS["GET /organization/list-members"]);
  const listed = answered(await (await membersOf(c, input.organizationId)).list());
  return c.json({ members: listed, total: listed.length });
});

organizations.get("/list-member-keys", async (c) => {
  const { organizationId, memberId, beyond, cursor, limit } = await declaredInput(
    c,
    PEOPLE_ENDPOINTS["GET /organization/list-member-keys"],
  );
  const members = await membersOf(c, organizationId);
  const now = c.get("services").now();
  return c.json(
    answered(await members.keysOf({ named: memberId, beyond }, { cursor, limit }, now)),
  );
});

organizations.post("/update-member-role", async (c) => {
  const input = await declaredInput(c, PEOPLE_ENDPOINTS["POST /organization/update-member-role"]);
  const members = await membersOf(c, input.organizationId);
  const now = c.get("services").now();
  c.set("before", { role: (await members.find(input.memberId))?.role });
  return c.json(
    answered(await members.changeRole(input.memberId, input.role, input.revokeKeys, now)),
  );
});

organizations.post("/set-project-role", async (c) => {
  const { organizationId, revokeKeys, ...target } = await declaredInput(
    c,
    PEOPLE_ENDPOINTS["POST /organization/set-project-role"],
  );
  const members = await membersOf(c, organizationId);
  const now = c.get("services").now();
  return c.json(answered(await members.setProjectRole(target, revokeKeys, now)));
});

organizations.post("/hand-over", async (c) => {
  const input = await declaredInput(c, PEOPLE_ENDPOINTS["POST /organization/hand-over"]);
  const members = await membersOf(c, input.organizationId);
  return c.json(answered(await members.handOver(input.memberId)));
});

organizations.post("/remove-member", async (c) => {
  const input = await declaredInput(c, PEOPLE_ENDPOINTS["POST /organization/remove-member"]);
  const members = await membersOf(c, input.organizationId);
  const target = await memberNamed(members, input.memberIdOrEmail);
  const now = c.get("services").now();
  return c.json({ member: answered(await members.remove(target, input.revokeKeys, now)) });
});

organizations.post("/leave", async (c) => {
  const { organizationId } = await declaredInput(c, PEOPLE_ENDPOINTS["POST /organization/leave"]);
  const members = await membersOf(c, organizationId);
  const me = await memberNamed(members, (await signedInPerson(c)).id);
  return c.json({ member: answered(await members.remove(me, true, c.get("services").now())) });
});

organizations.post("/invite-member", async (c) => {
  const input = await declaredInput(c, PEOPLE_ENDPOINTS["POST /organization/invite-member"]);
  const invitations = await invitationsOf(c);
  const created = answered(await invitations.create(input, c.get("services").now()));
  c.get("services").wakeMail();
  return c.json(created);
});

organizations.get("/list-invitations", async (c) => {
  const input = await declaredInput(c, PEOPLE_ENDPOINTS["GET /organization/list-invitations"]);
  const invitations = await invitationsOf(c);
  const now = c.get("services").now();
  return c.json(answered(await invitations.list(input.organizationId, now)));
});

organizations.get("/get-invitation", async (c) => {
  const { id } = await declaredInput(c, PEOPLE_ENDPOINTS["GET /organization/get-invitation"]);
  return c.json(answered(await (await invitationsOf(c)).find(id, c.get("services").now())));
});

organizations.post("/accept-invitation", async (c) => {
  const { invitationId } = await declaredInput(
    c,
    PEOPLE_ENDPOINTS["POST /organization/accept-invitation"],
  );
  const invitations = await invitationsOf(c);
  const invitation = answered(await invitations.accept(invitationId, c.get("services").now()));
  return c.json({ invitation });
});

organizations.post("/reject-invitation", async (c) => {
  const { invitationId } = await declaredInput(
    c,
    PEOPLE_ENDPOINTS["POST /organization/reject-invitation"],
  );
  const now = c.get("services").now();
  answered(await (await invitationsOf(c)).reject(invitationId, now));
  return c.json({ status: true });
});

organizations.post("/cancel-invitation", async (c) => {
  const { invitationId } = await declaredInput(
    c,
    PEOPLE_ENDPOINTS["POST /organization/cancel-invitation"],
  );
  answered(await (await invitationsOf(c)).cancel(invitationId));
  return c.json({ status: true });
});
