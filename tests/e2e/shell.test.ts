import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { PASSWORD } from "./support/fixture/api-server.ts";
import { openUi, type UiUnderTest } from "./support/ui-under-test.ts";

describe("the frame around the pages", () => {
  let ui: UiUnderTest;
  beforeEach(async () => {
    ui = await openUi();
  });
  afterEach(() => ui.close());

  it("U1 a signed-out person signs in first and then gets the requested page", async () => {
    const { page } = ui;
    await page.getByRole("button", { name: "Sign out" }).click();
    await page.waitForURL(/\/sign-in/);
    await page.goto("/p/p_full/keys");
    await page.waitForURL(/\/sign-in\?next=/);
    await page.getByLabel("E-mail").fill("mel@example.com");
    await page.getByLabel("Password").fill("wrong password");
    await page.getByRole("button", { name: "Sign in" }).click();
    const refusal = await page.getByRole("alert").textContent();
    expect(refusal?.trim()).toBe("The e-mail address or the password is wrong.");
    await page.getByLabel("Password").fill(PASSWORD);
    await page.getByRole("button", { name: "Sign in" }).click();
    await page.waitForURL(/\/p\/p_full\/keys/);
  });

  it.each(["//evil.example/x", "/\\evil.example", "https://evil.example", "javascript:alert(1)"])(
    "U1 the sign-in never leads to another site: %s",
    async (next) => {
      const { page, server } = ui;
      await page.goto(`/sign-in?next=${encodeURIComponent(next)}`);
      await page.getByLabel("E-mail").fill("mel@example.com");
      await page.getByLabel("Password").fill(PASSWORD);
      await page.getByRole("button", { name: "Sign in" }).click();
      await page.waitForURL(/\/p\//);
      expect(new URL(page.url()).origin).toBe(server.address);
    },
  );

  it("U2 a person creates the organization and the first project in one step", async () => {
    const { page } = ui;
    await page.goto("/start");
    await page.getByLabel("Organization").selectOption({ label: "A new organization…" });
    await page.getByLabel("Name of the organization").fill("Müller & Söhne");
    await page.getByLabel("Project").fill("Concierge");
    const created = page.waitForRequest(/organization\/create/);
    await page.getByRole("button", { name: "Create the project" }).click();
    expect((await created).postDataJSON()).toMatchObject({
      name: "Müller & Söhne",
      slug: expect.stringMatching(/^m-?u?-?ller-s-?o?-?hne-[0-9a-f]{6}$/),
    });
    await page.waitForURL(/\/p\/p_new/);
  });

  it("U27 a click chooses the theme, and the browser remembers it", async () => {
    const { page } = ui;
    const background = () =>
      page.evaluate(() => getComputedStyle(document.documentElement).backgroundColor);
    const light = await background();
    const toggle = page.getByRole("button", { name: /Theme/ });
    await toggle.click();
    await toggle.click();
    await page.getByText("Theme: dark").waitFor();
    const dark = await background();
    expect(dark).not.toBe(light);
    await page.reload();
    await page.getByText("Theme: dark").waitFor();
    expect(await background()).toBe(dark);
  });

  it("U28 a printed report has light colours and no navigation", async () => {
    const { page } = ui;
    await page.emulateMedia({ media: "print", colorScheme: "dark" });
    await page.goto("/p/p_full/reports/report-2");
    await page.getByText("What went wrong where").waitFor();
    expect(await page.locator(".sidebar").isVisible()).toBe(false);
    expect(await page.getByRole("button", { name: "Print" }).isVisible()).toBe(false);
    const ink = await page.evaluate(() => getComputedStyle(document.body).color);
    expect(ink).toBe("rgb(29, 28, 26)");
  });

  it("U29 no page violates the content security policy or writes an error to the console", async () => {
    const { page } = ui;
    const said: string[] = [];
    page.on("console", (message) => {
      if (message.type() === "error" || message.type() === "warning")
        said.push(`${message.text()} ${message.location().url}`);
    });
    page.on("pageerror", (error) => said.push(error.message));
    const paths = ["", "/cases", "/cases/case-0000-5f2c9ab17e", "/reports", "/reports/report-2"];
    const found = ["/findings", "/findings/fnd_2", "/shifts/shf_1", "/reports/report-3"];
    for (const path of [
      ...paths,
      ...found,
      "/graphs",
      "/webhooks",
      "/deliveries",
      "/keys",
      "/settings",
    ]) {
      await page.goto(`/p/p_full${path}`);
      await page.getByRole("heading", { level: 1 }).waitFor();
      await page.waitForLoadState("networkidle");
    }
    expect(said).toEqual([]);
  });

  it("U30 an unknown project or address says so, with a link to an existing page", async () => {
    const { page } = ui;
    await page.goto("/p/p_none");
    await page.getByText("There is no such project").waitFor();
    await page.goto("/nowhere");
    await page.getByText("There is nothing at this address").waitFor();
    await page.getByRole("link", { name: "Go to my projects" }).click();
    await page.waitForURL(/\/p\/p_full/);
  });

  it("U74 the page of a missing record says so and leads back to its list", async () => {
    const { page } = ui;
    for (const [path, list] of [
      ["cases", "Cases"],
      ["findings", "Findings"],
      ["shifts", "Findings"],
      ["prompts", "Prompts"],
      ["proposals", "Proposals"],
      ["experiments", "Experiments"],
      ["datasets", "Experiments"],
      ["reports", "Reports"],
    ] as const) {
      await page.goto(`/p/p_full/${path}/none`);
      await page.getByRole("alert").getByText("There is no such").waitFor();
      expect(await page.getByRole("button", { name: "Try again" }).count()).toBe(0);
      await page.getByRole("main").getByRole("link", { name: list }).click();
      await page.getByRole("heading", { level: 1, name: list }).waitFor();
    }
  });

  it("U75 `esc` leads from a record to the list that contains it, even after arrival by a link", async () => {
    for (const [path, list] of [
      ["shifts/shf_1", "Findings"],
      ["datasets/ds_1", "Experiments"],
      ["proposals/prop_1", "Proposals"],
    ] as const) {
      const opened = await ui.context.newPage();
      await opened.goto(`/p/p_full/${path}`);
      await opened.getByRole("heading", { level: 1 }).waitFor();
      const current = opened.locator("nav [aria-current=page]");
      expect((await current.textContent())?.trim()).toBe(list);
      await opened.keyboard.press("Escape");
      await opened.getByRole("heading", { level: 1, name: list }).waitFor();
      await opened.close();
    }
  });

  it("U76 on a phone, the name of the current page is visible and the navigation stays small", async () => {
    const { page } = ui;
    await page.setViewportSize({ width: 390, height: 844 });
    await page.goto("/p/p_quiet/experiments");
    const heading = page.getByRole("heading", { level: 1, name: "Experiments" });
    await heading.waitFor();
    const current = await page.locator("nav [aria-current=page]").boundingBox();
    expect(current?.x).toBeGreaterThanOrEqual(0);
    expect((current?.x ?? 0) + (current?.width ?? 0)).toBeLessThanOrEqual(390);
    expect((await heading.boundingBox())?.y).toBeLessThan(200);
  });

  it("U8 the row that the keyboard chose stays visible in a long list", async () => {
    const { page } = ui;
    await page.setViewportSize({ width: 1440, height: 300 });
    await page.goto("/p/p_full/proposals");
    await page.locator(".headline-list li").first().waitFor();
    for (let row = 0; row < 3; row++) await page.keyboard.press("j");
    const box = await page.locator("li[data-selected=true]").boundingBox();
    expect((box?.y ?? 0) + (box?.height ?? 0)).toBeLessThanOrEqual(300);
  });
});
