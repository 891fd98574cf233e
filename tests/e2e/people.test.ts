/** Members, invitations, and the page of an invitation's link. */
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { PASSWORD } from "./support/fixture/api-server.ts";
import { become, openUi, type UiUnderTest } from "./support/ui-under-test.ts";

const PEOPLE = "/p/p_full/people";

describe("people", () => {
  let ui: UiUnderTest;
  beforeEach(async () => {
    ui = await openUi();
  });
  afterEach(() => ui.close());

  const rowOf = (name: string) => ui.page.getByRole("row", { name: new RegExp(name) });

  it("U82 the page lists the members, and a role changes by keyboard alone", async () => {
    const { page } = ui;
    await page.goto("/p/p_full");
    await page.getByRole("link", { name: "People" }).click();
    await rowOf("vic@example.com").getByText("viewer").waitFor();
    await page.getByRole("button", { name: "Change the role of Vic" }).press("Enter");
    const dialog = page.getByRole("dialog");
    expect(await dialog.getByRole("option").count()).toBe(6);
    expect(await dialog.getByRole("button", { name: "Change the role" }).isDisabled()).toBe(true);
    await dialog.getByLabel("Role").press("ArrowUp");
    await dialog.getByLabel("Role").press("Tab");
    const change = dialog.getByRole("button", { name: "Change the role" });
    await expect.poll(() => change.isEnabled()).toBe(true);
    await change.press("Enter");
    await dialog.waitFor({ state: "detached" });
    await rowOf("vic@example.com").getByText("annotator", { exact: true }).waitFor();
  });

  it("U280 an owner gives a member another role in a project", async () => {
    const { page } = ui;
    await page.goto(PEOPLE);
    await page.getByRole("button", { name: "Change the roles of Vic in projects" }).click();
    const dialog = page.getByRole("dialog");
    const change = dialog.getByRole("button", { name: "Change the role in this project" });
    expect(await change.isDisabled()).toBe(true);
    await dialog.getByLabel("Role in this project").selectOption("annotator");
    await change.click();
    await rowOf("vic@example.com").getByText("another role in 1 project").waitFor();
  });

  it("U281 an owner transfers the ownership and then sees no action of owners", async () => {
    const { page } = ui;
    await page.goto(PEOPLE);
    await page.getByRole("button", { name: "Transfer ownership to Ada" }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Transfer ownership" }).click();
    await rowOf("ada@example.com").getByText("owner", { exact: true }).waitFor();
    await rowOf("mel@example.com").getByText("admin", { exact: true }).waitFor();
    await expect
      .poll(() => page.getByRole("button", { name: /^Transfer ownership/ }).count())
      .toBe(0);
  });

  it("U82 the page offers an admin no owner's role, and offers a viewer only to leave", async () => {
    const { page } = ui;
    become(ui.server, "admin");
    await page.goto(PEOPLE);
    await page.getByRole("button", { name: "Change the role of Vic" }).click();
    const names = await page.getByRole("dialog").getByRole("option").allTextContents();
    expect(names.map((name) => name.split(":")[0])).toEqual([
      ...["admin", "member", "annotator", "viewer", "guest"],
    ]);
    await page.keyboard.press("Escape");
    expect(await rowOf("ada@example.com").getByRole("button").count()).toBe(0);
    become(ui.server, "viewer");
    await page.reload();
    await page.getByRole("button", { name: "Leave the organization" }).waitFor();
    expect(await page.locator("tbody button").count()).toBe(1);
    expect(await page.getByRole("button", { name: "Invite a person" }).count()).toBe(0);
    expect(await page.getByText("Open invitations").count()).toBe(0);
  });

  it("U83 removing a member lists their keys and revokes them only on request", async () => {
    const { page, server } = ui;
    await page.goto(PEOPLE);
    const dialog = page.getByRole("dialog");
    await page.getByRole("button", { name: "Remove Ada" }).click();
    await dialog.getByText("ada-ci").waitFor();
    await dialog.getByRole("button", { name: "Show older keys" }).click();
    await dialog.getByText("mt_live_2Cc3…s9W").waitFor();
    await dialog.getByText("can still use them").waitFor();
    await dialog.getByRole("button", { name: "Cancel" }).click();
    expect(server.people.revoked).toBeNull();
    await page.getByRole("button", { name: "Remove Ada" }).click();
    await dialog.getByLabel("Also revoke the 2 keys that Ada made").check();
    await dialog.getByRole("button", { name: "Remove the member" }).click();
    await rowOf("ada@example.com").waitFor({ state: "detached" });
    expect(server.people.revoked).toBe(true);
    await page.getByRole("button", { name: "Remove Vic" }).click();
    await dialog.getByText("Vic made no key that still works.").waitFor();
    await dialog.getByRole("button", { name: "Remove the member" }).click();
    await rowOf("vic@example.com").waitFor({ state: "detached" });
    expect(server.people.revoked).toBe(false);
  });

  it("U83 a lower role lists the keys with more scopes and revokes them unless the person keeps them", async () => {
    const { page, server } = ui;
    await page.goto(PEOPLE);
    const dialog = page.getByRole("dialog");
    for (const isKept of [true, false]) {
      await page.getByRole("button", { name: "Change the role of Ada" }).click();
      await dialog.getByLabel("Role").selectOption(isKept ? "viewer" : "member");
      const keys = dialog.getByLabel(
        "Also revoke the 2 keys that Ada made with more scopes than the new role gives",
      );
      await keys.waitFor();
      expect(await keys.isChecked()).toBe(true);
      await dialog.getByRole("button", { name: "Show older keys" }).click();
      await dialog.getByText("mt_live_2Cc3…s9W").waitFor();
      if (isKept) await keys.uncheck();
      await dialog.getByRole("button", { name: "Change the role" }).click();
      await dialog.waitFor({ state: "detached" });
      expect(server.people.revoked).toBe(!isKept);
    }
  });

  it("U83 the last owner sees why they cannot leave, and another owner leaves", async () => {
    const { page, server } = ui;
    await page.goto(PEOPLE);
    await rowOf("^Mel").getByText("You are the last owner.").waitFor();
    expect(await rowOf("^Mel").getByRole("button").count()).toBe(0);
    server.people.members = server.people.members.map((one) =>
      one.id === "m_2" ? { ...one, role: "owner" } : one,
    );
    await page.reload();
    await page.getByRole("button", { name: "Leave the organization" }).click();
    const dialog = page.getByRole("dialog", { name: "Leave Acme?" });
    await dialog.getByText("You made no key that still works.").waitFor();
    await dialog.getByRole("button", { name: "Leave the organization" }).click();
    await page.waitForURL((url) => url.pathname !== PEOPLE);
    expect(server.people.members.map(({ id }) => id)).toEqual(["m_2", "m_3"]);
  });

  it("U84 a person creates an invitation, copies its link, and cancels it", async () => {
    const { page, server } = ui;
    await page.goto(PEOPLE);
    await rowOf("new@example.com").getByText("member", { exact: true }).waitFor();
    await page.getByRole("button", { name: "Invite a person" }).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByLabel("E-mail").fill("ada@example.com");
    await dialog.getByLabel("E-mail").press("Enter");
    await dialog.getByText("This person is already a member of the organization.").waitFor();
    await dialog.getByLabel("E-mail").fill("kim@example.com");
    await dialog.getByLabel("Role").selectOption("viewer");
    await dialog.getByRole("button", { name: "Create the invitation" }).click();
    await dialog.getByRole("button", { name: "Copy" }).click();
    await dialog.getByText("Copied").waitFor();
    const link = `${server.address}/join/o_1/${encodeURIComponent("inv_kim@example.com")}`;
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(link);
    await dialog.getByRole("button", { name: "Done" }).click();
    const row = rowOf("kim@example.com");
    await row.getByText("viewer").waitFor();
    await row.getByText("mel@example.com").waitFor();
    await row.getByRole("button", { name: "Copy link" }).click();
    await row.getByText("Copied").waitFor();
    for (const email of ["kim@example.com", "new@example.com"]) {
      await page.getByRole("button", { name: `Cancel the invitation of ${email}` }).click();
    }
    await page.getByText("No open invitations").waitFor();
  });

  it("U84 invitations that fail to load hide no member, and the page gives the reason", async () => {
    const { page, server } = ui;
    server.people.invitations = null;
    await page.goto(PEOPLE);
    await page.getByText("The invitations could not be loaded").waitFor();
    await rowOf("vic@example.com").waitFor();
    server.people.invitations = [];
    await page.getByRole("button", { name: "Try again" }).click();
    await page.getByText("No open invitations").waitFor();
  });

  it("U85 the page of an invitation asks the person to sign in first, then accepts it", async () => {
    const { page } = ui;
    await page.getByRole("button", { name: "Sign out", exact: true }).click();
    await page.waitForURL(/\/sign-in/);
    await page.goto("/join/o_9/inv_mine");
    await page.getByText("You are invited to an organization.").waitFor();
    await page.getByRole("link", { name: "Create an account" }).click();
    await page.getByText("You are invited to an organization.").waitFor();
    await page.getByRole("link", { name: "Sign in" }).click();
    // The previous page has fields with the same names, so wait for this page first.
    await page.getByRole("button", { name: "Sign in" }).waitFor();
    await page.getByLabel("E-mail").fill("mel@example.com");
    await page.getByLabel("Password").fill(PASSWORD);
    await page.getByRole("button", { name: "Sign in" }).click();
    await page.getByText("invites you to Umbrella as member").waitFor();
    await page.getByRole("button", { name: "Accept" }).click();
    await page.getByText("You are a member of Umbrella").waitFor();
    await page.getByText("This organization has no project yet.").waitFor();
    await page.reload();
    await page.getByText("You are a member of Umbrella").waitFor();
  });

  it("U85 a person declines an invitation", async () => {
    const { page, server } = ui;
    await page.goto("/join/o_9/inv_mine");
    await page.getByRole("button", { name: "Decline" }).click();
    await page.getByText("You declined the invitation to Umbrella.").waitFor();
    expect(server.people.organizations).toHaveLength(1);
  });

  it.each([
    ["o_9", "inv_expired", "This invitation has expired. Ask for a new one."],
    ["o_9", "inv_unknown", "This invitation is no longer open."],
    ["o_1", "inv_unknown", "You are a member of Acme"],
    ["constructor", "__proto__", "This invitation is no longer open."],
  ])("U85 the page of an invitation says why it is not open: %s, %s", async (of, id, said) => {
    const { page } = ui;
    await page.goto(`/join/${of}/${id}`);
    await page.getByText(said).waitFor();
    await page.getByText("You are signed in as mel@example.com").waitFor();
    expect(await page.getByRole("button", { name: "Accept" }).count()).toBe(0);
    await page.getByRole("button", { name: "Use another address" }).click();
    await page.waitForURL(/\/sign-in\?next=%2Fjoin%2F/);
  });

  it("U86 the list of keys shows who created each key", async () => {
    const { page } = ui;
    await page.goto("/p/p_full/keys");
    await page.getByRole("columnheader", { name: "Made by" }).waitFor();
    await page
      .getByRole("row", { name: /production/ })
      .getByText("Mel")
      .waitFor();
  });
});
