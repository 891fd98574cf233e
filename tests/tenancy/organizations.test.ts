import { eq, sql } from "drizzle-orm";
import fc from "fast-check";
import { expect, test } from "vitest";
import { invitation, member } from "../../src/database/schema/identity.ts";
import { mayManage, ROLES, type Role } from "../../src/protocol/people/roles.ts";
import { managesInSql } from "../../src/tenancy/organizations/membership-changes.ts";
import {
  database,
  joinAs,
  joinByInvitation,
  newOrganization,
  type Person,
  signUp,
} from "./support/browser.ts";

const membership = async ({ id }: Person) => {
  const [row] = await database.select().from(member).where(eq(member.userId, id));
  return row;
};
const memberIdOf = async (person: Person) => (await membership(person))?.id ?? "";

const newMembers = async () => {
  const owner = await signUp("owner");
  const organizationId = await newOrganization(owner);
  const [admin, plain, annotator, viewer, guest] = [
    await joinAs("admin", owner, organizationId),
    await joinAs("member", owner, organizationId),
    await joinAs("annotator", owner, organizationId),
    await joinAs("viewer", owner, organizationId),
    await joinAs("guest", owner, organizationId),
  ];
  return { organizationId, byRole: { owner, admin, member: plain, annotator, viewer, guest } };
};

/** Invites the address. Returns the id of the invitation. */
const invite = async (by: Person, organizationId: string, email: string, role: Role) => {
  const sent = { organizationId, email, role };
  const answer = await by.browser.post("/organization/invite-member", sent);
  return (await answer.json<{ id: string }>()).id;
};

const accept = (person: Person, invitationId: string) =>
  person.browser.post("/organization/accept-invitation", { invitationId });

test("T17 an invited person gets the invitation's role", async () => {
  const owner = await signUp("owner");
  const organization = await newOrganization(owner);
  for (const role of ["admin", "member", "viewer"]) {
    const person = await joinByInvitation(role, owner, organization);
    const [row] = await database.select().from(member).where(eq(member.userId, person.id));
    expect(row).toMatchObject({ organizationId: organization, role });
  }
});

test("T17 members and viewers cannot invite; an admin cannot invite an owner", async () => {
  const owner = await signUp("owner");
  const organizationId = await newOrganization(owner);
  const invite = async (role: string, invited: string) => {
    const { browser } = await joinAs(role, owner, organizationId);
    const email = `${crypto.randomUUID()}@example.org`;
    return browser.post("/organization/invite-member", { email, role: invited, organizationId });
  };
  expect((await invite("viewer", "viewer")).status).toBe(403);
  expect((await invite("member", "viewer")).status).toBe(403);
  expect((await invite("admin", "owner")).status).toBe(403);
  expect((await invite("admin", "admin")).status).toBe(200);
});

test("T17 a person cannot raise their own role", async () => {
  const owner = await signUp("owner");
  const organizationId = await newOrganization(owner);
  for (const role of ["admin", "member", "viewer"]) {
    const { browser, id } = await joinAs(role, owner, organizationId);
    const [own] = await database.select().from(member).where(eq(member.userId, id));
    const raise = { memberId: own?.id, role: "owner", organizationId };
    expect((await browser.post("/organization/update-member-role", raise)).status).toBe(403);
    const [after] = await database.select().from(member).where(eq(member.userId, id));
    expect(after?.role).toBe(role);
  }
});

test("T17 an invitation is not accepted by another person", async () => {
  const owner = await signUp("owner");
  const organizationId = await newOrganization(owner);
  const [invited, other] = [await signUp("invited"), await signUp("other")];
  const invitation = { email: invited.email, role: "admin", organizationId };
  const answer = await owner.browser.post("/organization/invite-member", invitation);
  const { id } = await answer.json<{ id: string }>();
  const accept = (person: typeof other) =>
    person.browser.post("/organization/accept-invitation", { invitationId: id });
  expect((await accept(other)).status).toBe(404);
  expect((await accept(invited)).status).toBe(200);
});

test("T51 a role in any other spelling is refused", async () => {
  const { organizationId, byRole } = await newMembers();
  const memberId = await memberIdOf(byRole.viewer);
  const around = fc.constantFrom(
    "",
    " ",
    "\n",
    "\t",
    ",",
    ", ",
    "\u0000",
    "\u200b",
    "admin,",
    ",admin",
  );
  const odd = fc.oneof(
    fc.tuple(around, fc.constantFrom(...ROLES), around).map((parts) => parts.join("")),
    fc.constantFrom(...ROLES).map((role) => role.toUpperCase()),
    fc.array(fc.constantFrom(...ROLES), { maxLength: 3 }),
    fc.constantFrom<unknown>(
      "admin, owner",
      "ówner",
      "constructor",
      "",
      null,
      0,
      true,
      {},
      { owner: 1 },
    ),
  );
  const isOurs = (role: unknown) => ROLES.some((one) => one === role);
  await fc.assert(
    fc.asyncProperty(
      odd.filter((role) => !isOurs(role)),
      async (role) => {
        const email = `${crypto.randomUUID()}@guest.example`;
        for (const by of [byRole.owner, byRole.admin]) {
          const invited = { organizationId, email, role };
          expect((await by.browser.post("/organization/invite-member", invited)).status).toBe(400);
          const change = { organizationId, memberId, role };
          expect((await by.browser.post("/organization/update-member-role", change)).status).toBe(
            400,
          );
        }
      },
    ),
    { numRuns: 25 },
  );
  const stored = await database
    .select()
    .from(invitation)
    .where(eq(invitation.organizationId, organizationId));
  expect(stored).toEqual([]);
  expect((await membership(byRole.viewer))?.role).toBe("viewer");
});

test("T51 the database stores no other role", async () => {
  const { byRole } = await newMembers();
  for (const role of ["admin,owner", "owner ", "Owner", ""]) {
    const stored = database
      .update(member)
      .set({ role: role as Role })
      .where(eq(member.userId, byRole.viewer.id))
      .run();
    await expect(stored).rejects.toThrow();
  }
});

test.each(ROLES)(
  "T17 a person with the role %s invites, changes and removes people up to this role only",
  async (actor) => {
    const { organizationId, byRole } = await newMembers();
    const by = byRole[actor].browser;
    for (const target of ROLES) {
      const asked = async (path: string, body: object) => [
        target,
        (await by.post(`/organization/${path}`, { organizationId, ...body })).status,
      ];
      const may = mayManage(actor, target);
      const email = `${crypto.randomUUID()}@guest.example`;
      expect(await asked("invite-member", { email, role: target })).toEqual([
        target,
        may ? 200 : 403,
      ]);
      const other = await joinAs(target, byRole.owner, organizationId);
      const memberId = await memberIdOf(other);
      for (const role of ROLES) {
        const mayChange = may && mayManage(actor, role);
        const changed = await asked("update-member-role", { memberId, role });
        expect([role, ...changed]).toEqual([role, target, mayChange ? 200 : 403]);
        await database.update(member).set({ role: target }).where(eq(member.id, memberId));
      }
      const removed = await asked("remove-member", { memberIdOrEmail: other.email });
      expect(removed).toEqual([target, may ? 200 : 403]);
    }
  },
);

test("T52 the last owner cannot leave, be removed or get a lower role, even by simultaneous requests", async () => {
  const { organizationId, byRole } = await newMembers();
  const { owner } = byRole;
  const own = await memberIdOf(owner);
  const lower = { organizationId, memberId: own, role: "admin" };
  expect((await owner.browser.post("/organization/leave", { organizationId })).status).toBe(409);
  expect((await owner.browser.post("/organization/update-member-role", lower)).status).toBe(409);
  const removal = { organizationId, memberIdOrEmail: own };
  expect((await owner.browser.post("/organization/remove-member", removal)).status).toBe(409);
  const second = await joinAs("owner", owner, organizationId);
  const answers = await Promise.all(
    [owner, second].map(({ browser }) => browser.post("/organization/leave", { organizationId })),
  );
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
});

test("T53 the end of a membership cancels the invitations that the member sent and received", async () => {
  const { organizationId, byRole } = await newMembers();
  const { owner, admin } = byRole;
  const accomplice = await signUp("accomplice");
  const sent = await invite(admin, organizationId, accomplice.email, "admin");
  const removal = { organizationId, memberIdOrEmail: admin.email };
  expect((await owner.browser.post("/organization/remove-member", removal)).status).toBe(200);
  expect((await accept(accomplice, sent)).status).toBe(404);
  const listed = await owner.browser.get(
    `/organization/list-invitations?organizationId=${organizationId}`,
  );
  expect(await listed.json()).toEqual([]);
  // The end of a membership also deletes the invitations that others sent to the member's address.
  const again = await joinAs("admin", owner, organizationId);
  await database.insert(invitation).values({
    ...{ id: crypto.randomUUID(), organizationId, email: again.email, role: "admin" },
    ...{ inviterId: owner.id, createdAt: new Date(), expiresAt: new Date(Date.now() + 60_000) },
  });
  expect((await again.browser.post("/organization/leave", { organizationId })).status).toBe(200);
  expect(
    await (
      await owner.browser.get(`/organization/list-invitations?organizationId=${organizationId}`)
    ).json(),
  ).toEqual([]);
});

test("T53 a lower role cancels the invitations that this role may not send", async () => {
  const { organizationId, byRole } = await newMembers();
  const second = await joinAs("owner", byRole.owner, organizationId);
  const [heir, helper] = [await signUp("heir"), await signUp("helper")];
  const toOwner = await invite(second, organizationId, heir.email, "owner");
  const toMember = await invite(second, organizationId, helper.email, "member");
  const memberId = await memberIdOf(second);
  for (const role of ["admin", "owner"]) {
    const change = { organizationId, memberId, role };
    const changed = await byRole.owner.browser.post("/organization/update-member-role", change);
    expect(changed.status).toBe(200);
  }
  expect((await accept(heir, toOwner)).status).toBe(404);
  expect((await accept(helper, toMember)).status).toBe(200);
  expect((await membership(helper))?.role).toBe("member");
});

test("T53 acceptance checks the invitation again", async () => {
  const { organizationId, byRole } = await newMembers();
  const guest = await signUp("guest");
  const id = await invite(byRole.admin, organizationId, guest.email, "admin");
  // Change the role in the database only, so that the invitation does not end.
  await database.update(member).set({ role: "viewer" }).where(eq(member.userId, byRole.admin.id));
  expect((await accept(guest, id)).status).toBe(404);
  expect(await membership(guest)).toBeUndefined();
});

test("T54 owners and admins list and cancel invitations up to their role; other roles cannot", async () => {
  const { organizationId, byRole } = await newMembers();
  const guest = await signUp("guest");
  const id = await invite(byRole.owner, organizationId, guest.email, "owner");
  const list = async (by: Person) =>
    by.browser.get(`/organization/list-invitations?organizationId=${organizationId}`);
  expect(await (await list(byRole.owner)).json()).toMatchObject([{ id, role: "owner" }]);
  expect(await (await list(byRole.admin)).json()).toMatchObject([{ id: null, role: "owner" }]);
  expect((await list(byRole.member)).status).toBe(403);
  expect((await list(byRole.viewer)).status).toBe(403);
  expect((await list(await signUp("stranger"))).status).toBe(404);
  const cancel = (by: Person) =>
    by.browser.post("/organization/cancel-invitation", { invitationId: id });
  for (const by of [byRole.admin, byRole.member, byRole.viewer, guest]) {
    expect((await cancel(by)).status).toBe(404);
  }
  const replaced = { organizationId, email: guest.email, role: "viewer" };
  const replacing = await byRole.admin.browser.post("/organization/invite-member", replaced);
  expect(replacing.status).toBe(403);
  expect((await cancel(byRole.owner)).status).toBe(200);
  expect((await accept(guest, id)).status).toBe(404);
});

test("T54 a second invitation to an address replaces the first", async () => {
  const { organizationId, byRole } = await newMembers();
  const guest = await signUp("guest");
  const first = await invite(byRole.owner, organizationId, guest.email, "admin");
  const second = await invite(byRole.admin, organizationId, guest.email.toUpperCase(), "viewer");
  expect((await accept(guest, first)).status).toBe(404);
  expect((await accept(guest, second)).status).toBe(200);
  expect((await accept(guest, second)).status).toBe(404);
  expect((await membership(guest))?.role).toBe("viewer");
});

test("T59 the service gives only the reason if an invitation cannot be accepted", async () => {
  const { organizationId, byRole } = await newMembers();
  const [guest, other] = [await signUp("guest"), await signUp("other")];
  const id = await invite(byRole.owner, organizationId, guest.email, "member");
  const said = async (person: Person, wanted: string) => {
    const { browser } = person;
    const answers = [
      await browser.get(`/organization/get-invitation?id=${wanted}`),
      await accept(person, wanted),
    ];
    const texts = await Promise.all(
      answers.map(async (answer) => {
        expect(answer.status).toBe(404);
        return (await answer.json<{ error: { message: string } }>()).error.message;
      }),
    );
    expect(texts.join()).not.toContain(guest.email);
    expect(texts.join()).not.toContain(organizationId);
    return new Set(texts);
  };
  const ofOther = "for another e-mail address";
  expect([...(await said(other, id))]).toEqual([expect.stringContaining(ofOther)]);
  await database
    .update(invitation)
    .set({ expiresAt: new Date(Date.now() - 1) })
    .where(eq(invitation.id, id));
  expect([...(await said(guest, id))]).toEqual([expect.stringContaining("has expired")]);
  expect([...(await said(other, id))]).toEqual([expect.stringContaining("for another")]);
  expect([...(await said(guest, crypto.randomUUID()))]).toEqual([
    expect.stringContaining("no longer open"),
  ]);
});

test("T17 the database and the service have the same rules on which role may manage which", async () => {
  const role = fc.constantFrom(...ROLES);
  await fc.assert(
    fc.asyncProperty(role, role, async (actor, other) => {
      const [row] = await database.all<{ may: number }>(
        sql`select ${managesInSql(sql`${actor}`, sql`${other}`)} as may`,
      );
      expect(row?.may === 1).toBe(mayManage(actor, other));
    }),
  );
});
