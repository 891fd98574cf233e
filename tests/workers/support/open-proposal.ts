/** Stores a proposal that waits for a decision, as a round of the optimiser does. */

import { proposal } from "../../../src/database/schema/proposals.ts";
import { NOTHING_SPENT } from "../../../src/protocol/model.ts";
import { database } from "../../tenancy/support/browser.ts";
import { clientOf } from "./tenants.ts";

/**
 * Stores the proposal.
 * @returns its id
 */
export async function openProposal(project: string, key: string): Promise<string> {
  const id = `prop_${crypto.randomUUID()}`;
  const written = { name: `prompt of ${id}`, text: "Extract what the user says." };
  const prompt = await clientOf(key)("POST /prompts", { body: written });
  await database.insert(proposal).values({
    ...{ id, project, round: "job", prompt: prompt.prompt, baseVersion: prompt.number },
    ...{ text: "Extract all that the user says.", points: [], headline: "1 change" },
    ...{ attribution: "decisive", spent: NOTHING_SPENT, state: "open", createdAt: 0 },
  });
  return id;
}
