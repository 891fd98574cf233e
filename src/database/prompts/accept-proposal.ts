import { and, eq, sql } from "drizzle-orm";
import type { Database } from "../database.ts";
import { guardedBatch } from "../guarded-batch.ts";
import { prompt, promptVersion } from "../schema/prompts.ts";
import { proposal } from "../schema/proposals.ts";
import { textHashOf } from "./prompt-id.ts";
import { addVersion } from "./prompt-traces.ts";
import { CURRENT } from "./prompt-views.ts";

export interface Acceptance {
  readonly proposal: string;
  /** Id of the prompt that the proposal changes. */
  readonly prompt: string;
  readonly baseVersion: number;
  /** The proposed text, or a person's edit of this text. */
  readonly text: string;
  /** Share of the traffic that gets the new version; undefined for all traffic. */
  readonly share: number | undefined;
}

/**
 * Makes the proposal's text a version of the prompt and serves this version, in one transaction.
 * Refuses in three cases:
 * - Somebody has already decided on the proposal.
 * - Another version is on trial, and its text is not the proposal's text.
 * - The version in use has changed since the proposal was made, and the active version does not
 *   have the proposal's text.
 * @returns true if this call accepted the proposal
 */
export async function acceptProposal(
  database: Database,
  project: string,
  { proposal: id, prompt: promptId, baseVersion, text, share }: Acceptance,
  now: number,
): Promise<boolean> {
  const hash = textHashOf(text);
  const number = sql`(select number from ${promptVersion}
    where ${promptVersion.prompt} = ${promptId} and ${promptVersion.hash} = ${hash})`;
  const fits = sql`exists (select 1 from ${prompt} where ${prompt.id} = ${promptId}
    and (${prompt.candidate} is null or ${prompt.candidate} = ${number})
    and (${CURRENT} = ${baseVersion} or ${prompt.active} = ${number}))`;
  const own = and(eq(proposal.project, project), eq(proposal.id, id));
  // False if the proposal was deleted meanwhile. The transaction then succeeds and changes nothing.
  const isAccepted = sql`exists (select 1 from ${proposal} where ${proposal.project} = ${project}
    and ${proposal.id} = ${id} and ${proposal.state} = 'accepted')`;
  const served =
    share === undefined
      ? { active: number, candidate: null, share: 0 }
      : { candidate: number, share };
  const done = await guardedBatch(database, "proposal.state", [
    database
      .update(proposal)
      .set({
        // If a condition is false, `state` becomes null. The column is not nullable, so the
        // transaction fails.
        state: sql`case when ${proposal.state} = 'open' and ${fits} then 'accepted' end`,
        decidedAt: now,
      })
      .where(own)
      .returning({ id: proposal.id }),
    addVersion(
      database,
      { project, prompt: promptId, hash, text, origin: "proposed" },
      now,
      isAccepted,
    ),
    database
      .update(prompt)
      .set(served)
      // If the version with this text is already active, the prompt stays as it is.
      .where(and(eq(prompt.id, promptId), isAccepted, sql`${prompt.active} is not ${number}`)),
    database
      .update(promptVersion)
      .set({ adoptedAt: sql`coalesce(${promptVersion.adoptedAt}, ${now})` })
      .where(
        and(
          eq(promptVersion.prompt, promptId),
          isAccepted,
          // Versions with `adoptedAt` are kept. Keep the base version too, so that a person can
          // return to it.
          sql`${promptVersion.number} in (${baseVersion}, ${number})`,
        ),
      ),
    database.update(proposal).set({ version: number }).where(own),
  ]);
  return done !== undefined && done[0].length > 0;
}
