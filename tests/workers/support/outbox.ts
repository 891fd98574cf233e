/** Reads the outbox: stored letters, and the tokens of the links in them. */
import { eq } from "drizzle-orm";
import { letter } from "../../../src/database/schema/teams/mail.ts";
import { database } from "../../tenancy/support/browser.ts";
import { until } from "./until.ts";

export type StoredLetter = typeof letter.$inferSelect;

/** Returns the letters to the address, oldest first. */
export const lettersTo = (address: string): Promise<StoredLetter[]> =>
  database.select().from(letter).where(eq(letter.address, address)).orderBy(letter.createdAt);

/** Waits until the local worker has sent a letter of the kind. Returns the newest one. */
export const sentLetter = (address: string, kind: StoredLetter["kind"]): Promise<StoredLetter> =>
  until(async () =>
    (await lettersTo(address)).findLast((each) => each.kind === kind && each.state === "sent"),
  );

/** Returns the token of the link in a letter. */
export function tokenIn({ text }: StoredLetter): string {
  const token = /#(mta_\w+)/.exec(text ?? "")?.[1];
  if (token === undefined) throw new Error(`The letter has no link: ${text}`);
  return token;
}
