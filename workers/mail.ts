/** Sends the installation's e-mails. The configuration decides the provider. */
import type { Database } from "../src/database/database.ts";
import { logFailure } from "../src/database/failure-log.ts";
import { type DueLetter, LetterRepository } from "../src/database/mail/letter-repository.ts";
import { sendLetter } from "../src/jobs/mail/send-letter.ts";
import { WorkLane } from "../src/jobs/work-lane.ts";
import type { Mailer } from "../src/mail/letter.ts";
import { emailBinding } from "../src/mail/providers/email-binding.ts";
import { httpProvider } from "../src/mail/providers/http-provider.ts";
import { localMail } from "../src/mail/providers/local-mail.ts";
import type { MailSettings } from "../src/protocol/people/mail.ts";
import type { Bindings } from "./env.ts";
import { currentCause, type WakeCauses } from "./operation/cause.ts";
import { now } from "./operation/clock.ts";
import { recorded, recorderOf } from "./operation/telemetry.ts";

/** Maximum parallel e-mails. A Durable Object can wait for at most six connections at once. */
const LETTERS_AT_ONCE = 4;
/**
 * One worker sends the e-mails of all projects, because the provider limits the whole installation.
 */
const WORKER_NAME = "mail:all";

/** Null if the installation sends no e-mails. */
export function mailerOf(env: Bindings): Mailer | null {
  if (!env.MAIL_FROM) return env.ENVIRONMENT === "development" ? localMail : null;
  if (env.MAIL_API_URL) {
    return httpProvider<AbortSignal>({
      ...{ url: env.MAIL_API_URL, key: env.MAIL_API_KEY ?? "", from: env.MAIL_FROM },
      fetch: (url, request) => fetch(url, request),
      timeout: (milliseconds) => AbortSignal.timeout(milliseconds),
    });
  }
  return env.EMAIL ? emailBinding({ binding: env.EMAIL, from: env.MAIL_FROM }) : null;
}

export function mailSettingsOf(env: Bindings): MailSettings {
  const sendsMail = mailerOf(env) !== null;
  return { sendsMail, requiresVerification: sendsMail && env.EMAIL_VERIFICATION === "required" };
}

/** If this fails, the sweep wakes the mail worker within a minute. */
export async function wakeMail(env: Bindings): Promise<void> {
  try {
    await env.WORKERS.getByName(WORKER_NAME).wake([currentCause()]);
  } catch (error) {
    logFailure("the mail worker was not woken", error, {});
  }
}

/** Called by the sweep. */
export async function wakeDueMail(env: Bindings, database: Database, now: number): Promise<void> {
  const due = await new LetterRepository(database).due(now, 1);
  if (due.length > 0) await wakeMail(env);
}

export function mailLane(
  env: Bindings,
  database: Database,
  causes: WakeCauses,
): { wake(): Promise<void> } {
  const record = recorderOf(env);
  const letters = new LetterRepository(database);
  const deps = { letters, mailer: mailerOf(env), now, random: Math.random };
  // While the provider does not answer, only one e-mail is sent at a time.
  let isAnswering = true;
  const lane = new WorkLane<DueLetter>({
    atOnce: LETTERS_AT_ONCE,
    // Urgent e-mails form their own group, so that they do not wait behind many others.
    partyOf: ({ isUrgent }) => (isAnswering && isUrgent ? "urgent" : "all"),
    mostOfParty: () => (isAnswering ? LETTERS_AT_ONCE : 1),
    due: () => letters.due(Date.now(), 2 * LETTERS_AT_ONCE),
    keyOf: ({ id }) => id,
    work: async ({ id }) => {
      const work = { work: "letter", item: id, project: null, cause: causes.last } as const;
      isAnswering = (await recorded(record, work, () => sendLetter(deps, id))) ?? isAnswering;
    },
    now,
  });
  return { wake: () => lane.wake() };
}
