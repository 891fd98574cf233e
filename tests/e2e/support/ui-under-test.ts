/** Opens a signed-in browser on the scripted API. Every page suite starts with this function. */
import type { Browser, BrowserContext, Page } from "playwright-core";
import type { Role } from "../../../src/protocol/people/roles.ts";
import { launchChromium, openContext, signIn } from "./chromium.ts";
import { type ApiServer, PASSWORD, startApiServer } from "./fixture/api-server.ts";

export interface UiUnderTest {
  readonly server: ApiServer;
  readonly context: BrowserContext;
  readonly page: Page;
  close(): Promise<void>;
}

let browser: Browser | undefined;

export async function openUi(): Promise<UiUnderTest> {
  const server = await startApiServer();
  browser ??= await launchChromium();
  const context = await openContext(browser, server.address, "light");
  const page = await signIn(context, "mel@example.com", PASSWORD);
  return {
    server,
    context,
    page,
    close: async () => {
      await context.close();
      await server.close();
    },
  };
}

/** Returns the value of a parameter in the page's address. */
export const inAddress = (page: Page, name: string): string | null =>
  new URL(page.url()).searchParams.get(name);

/** Gives the signed-in person this role. */
export function become({ people }: ApiServer, role: Role): void {
  people.organizations = people.organizations.map((one) => ({ ...one, role }));
  people.members = people.members.map((one) => (one.userId === "u_1" ? { ...one, role } : one));
  if (role !== "owner") {
    people.members = people.members.map((one) =>
      one.id === "m_2" ? { ...one, role: "owner" } : one,
    );
  }
}
