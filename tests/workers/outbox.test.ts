/** The provider is scripted: a function replaces `fetch`. */
import { exports } from "cloudflare:workers";
import { eq, sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { addLetter, addLetterIf, dropLetters } from "../../src/database/mail/add-letter.ts";
import { LetterRepository } from "../../src/database/mail/letter-repository.ts";
import { letter, suppressedAddress } from "../../src/database/schema/teams/mail.ts";
import { sendLetter } from "../../src/jobs/mail/send-letter.ts";
import type { Letter } from "../../src/mail/letter.ts";
import { httpProvider } from "../../src/mail/providers/http-provider.ts";
import { appOf, database } from "../tenancy/support/browser.ts";
import { lettersTo, type StoredLetter } from "./support/outbox.ts";
import { sweep } from "./support/sweep.ts";
import { until } from "./support/until.ts";

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
/** Far in the future, so that no worker of the tests sends these letters. */
const START = Date.now() + 10 * HOUR;

const letters = new LetterRepository(database);

function newLetter(changes: Partial<Letter> = {}): Letter {
  const once = crypto.randomUUID();
  return {
    ...{ to: `Ada@${once}.example`, kind: "alert", subject: "Hello", once },
    ...{ text: "Hello https://memtrace.example/#mta_x", html: "<p>Hello</p>" },
    ...changes,
  };
}

async function stored(added: Letter, now = START): Promise<StoredLetter> {
  await addLetter(database, added, now);
  const [row] = await database.select().from(letter).where(eq(letter.once, added.once));
  if (row === undefined) throw new Error("The letter was not stored.");
  return row;
}

const read = async ({ id }: StoredLetter) => {
  const [row] = await database.select().from(letter).where(eq(letter.id, id));
  return row;
};

interface Answer {
  readonly status: number;
  readonly body?: string;
  readonly retryAfter?: string;
}

/**
 * Makes a provider that gives these answers in order, then accepts. It stores the keys and bodies
 * that it receives.
 */
function provider(answers: Answer[] = []) {
  const asked: { key: string; body: string }[] = [];
  const mailer = httpProvider<null>({
    ...{ url: "https://mail.example/emails", key: "k", from: "m@memtrace.example" },
    fetch: async (_url, { headers, body }) => {
      asked.push({ key: headers["idempotency-key"] ?? "", body });
      const { status, body: text = "", retryAfter = null } = answers.shift() ?? { status: 200 };
      return { status, headers: { get: () => retryAfter }, text: async () => text };
    },
    timeout: () => null,
  });
  return { asked, mailer };
}

const send = (
  row: StoredLetter,
  mailer: ReturnType<typeof provider>["mailer"] | null,
  now: number,
) => sendLetter({ letters, mailer, now: () => now, random: () => 0 }, row.id);

test("T120 an e-mail with a known key is not stored again, even by parallel requests", async () => {
  const added = newLetter();
  await Promise.all([1, 2, 3].map(() => addLetter(database, added, START)));
  expect(await lettersTo(added.to.toLowerCase())).toHaveLength(1);
});

test("T120 an e-mail is stored exactly if its batch is stored", async () => {
  const [kept, lost] = [newLetter(), newLetter()];
  await database.batch([addLetter(database, kept, START), addLetter(database, newLetter(), START)]);
  const broken = database.batch([
    addLetter(database, lost, START),
    database
      .insert(suppressedAddress)
      .values({ address: "x", reason: null as never, suppressedAt: 0 }),
  ]);
  await expect(broken).rejects.toThrow();
  expect(await lettersTo(kept.to.toLowerCase())).toHaveLength(1);
  expect(await lettersTo(lost.to.toLowerCase())).toHaveLength(0);
});

test("T121 two workers send an e-mail only once", async () => {
  const row = await stored(newLetter());
  const { asked, mailer } = provider();
  await Promise.all([send(row, mailer, START), send(row, mailer, START), send(row, mailer, START)]);
  await send(row, mailer, START + 5 * MINUTE);
  expect(asked.map(({ key }) => key)).toEqual([row.id]);
  expect(await read(row)).toMatchObject({
    state: "sent",
    attempts: [{ status: 200, error: null }],
  });
});

test("T121 if the worker of an e-mail dies, another sends it with the same key and content", async () => {
  const row = await stored(newLetter());
  const { asked, mailer } = provider();
  await letters.claim(row.id, START);
  await send(row, mailer, START + MINUTE - 1);
  expect(asked).toHaveLength(0);
  await send(row, mailer, START + MINUTE);
  expect(asked).toEqual([{ key: row.id, body: expect.stringContaining("Hello") }]);
});

test("T121 the outcome of an attempt is not stored after another worker took over the e-mail", async () => {
  const row = await stored(newLetter());
  const late = await letters.claim(row.id, START);
  const next = await letters.claim(row.id, START + 2 * MINUTE);
  if (!late || !next) throw new Error("The letter was not claimed.");
  const at = { at: "", status: 500, error: "late" };
  await letters.record(late, at, { state: "failed" }, { now: START });
  expect(await read(row)).toMatchObject({ state: "queued", attempts: [] });
});

test("T122 an e-mail gets nine attempts if the provider fails, then it has failed", async () => {
  const row = await stored(newLetter());
  const { asked, mailer } = provider(Array.from({ length: 20 }, () => ({ status: 503 })));
  let now = START;
  for (let attempt = 0; attempt < 12; attempt++) {
    await send(row, mailer, now);
    now = (await read(row))?.nextAttemptAt ?? now;
  }
  expect(asked).toHaveLength(9);
  expect(new Set(asked.map(({ key, body }) => key + body)).size).toBe(1);
  const ended = await read(row);
  expect(ended).toMatchObject({ state: "failed", text: null, html: null });
  expect(ended?.attempts).toHaveLength(9);
});

test("T122 a Retry-After of the provider postpones the next attempt", async () => {
  const row = await stored(newLetter());
  await send(row, provider([{ status: 429, retryAfter: "1200" }]).mailer, START);
  expect((await read(row))?.nextAttemptAt).toBe(START + 20 * MINUTE);
});

test("T122 an e-mail that a dead worker claimed a day ago is not sent, because it may have arrived", async () => {
  const row = await stored(newLetter());
  await letters.claim(row.id, START);
  const { asked, mailer } = provider();
  await send(row, mailer, START + 24 * HOUR);
  expect(asked).toHaveLength(0);
  expect(await read(row)).toMatchObject({ state: "failed" });
});

test("T122 an e-mail that would arrive too late is dropped", async () => {
  const row = await stored(newLetter({ until: START + HOUR }));
  const { asked, mailer } = provider();
  await send(row, mailer, START + HOUR);
  expect(asked).toHaveLength(0);
  expect(await read(row)).toMatchObject({ state: "dropped", text: null });
});

test("T123 an address that permanently refuses an e-mail gets none for 90 days", async () => {
  const { to } = newLetter();
  const [first, second, third] = [
    await stored(newLetter({ to })),
    await stored(newLetter({ to: to.toUpperCase() })),
    await stored(newLetter({ to })),
  ];
  await send(first, provider([{ status: 422, body: "recipient unknown" }]).mailer, START);
  expect(await read(first)).toMatchObject({ state: "bounced", text: null });
  const { asked, mailer } = provider();
  await send(second, mailer, START + 89 * 24 * HOUR);
  expect(await read(second)).toMatchObject({ state: "suppressed", text: null });
  await send(third, mailer, START + 91 * 24 * HOUR);
  expect(asked.map(({ key }) => key)).toEqual([third.id]);
});

test("T124 an e-mail that has ended loses its text, and its row after 30 days", async () => {
  const row = await stored(newLetter());
  await send(row, provider().mailer, START);
  expect(await read(row)).toMatchObject({
    state: "sent",
    text: null,
    html: null,
    subject: "Hello",
  });
  await letters.deleteEnded(START + 29 * 24 * HOUR, 1_000);
  expect(await read(row)).toBeDefined();
  const waiting = await stored(newLetter());
  await letters.deleteEnded(START + 31 * 24 * HOUR, 1_000);
  expect(await read(row)).toBeUndefined();
  expect(await read(waiting)).toBeDefined();
});

test("T130 a waiting e-mail can be dropped", async () => {
  const row = await stored(newLetter());
  await dropLetters(database, eq(letter.id, row.id));
  expect(await read(row)).toMatchObject({ state: "dropped", text: null });
});

test("T120 a condition decides within the transaction whether an e-mail is stored", async () => {
  const [kept, left] = [newLetter(), newLetter()];
  await database.batch([
    addLetter(database, kept, START),
    addLetterIf(
      database,
      left,
      sql`not exists (select 1 from letter where once = ${kept.once})`,
      START,
    ),
  ]);
  expect(await lettersTo(kept.to.toLowerCase())).toHaveLength(1);
  expect(await lettersTo(left.to.toLowerCase())).toHaveLength(0);
});

test("T133 without a provider no e-mail is sent, and each one gives the reason", async () => {
  const row = await stored(newLetter());
  await send(row, null, START);
  expect(await read(row)).toMatchObject({
    state: "failed",
    attempts: [{ error: "This installation sends no e-mail." }],
  });
});

test("T134 an e-mail that a person waits for is due at once, however many others wait", async () => {
  // More letters than other tests leave waiting.
  const limit = 200;
  const other = () => addLetter(database, newLetter(), START - 5 * HOUR);
  await database.batch([other(), ...Array.from({ length: limit }, other)]);
  const urgent = await stored(newLetter({ kind: "password_reset" }));
  const due = await letters.due(START, limit);
  expect(due.map(({ id }) => id)).toContain(urgent.id);
  expect(due.filter(({ isUrgent }) => !isUrgent)).toHaveLength(limit);
});

test("H340 the sweep sends an e-mail whose wake-up was lost, even if a fast clock dated it", async () => {
  const rows = [
    await stored(newLetter(), Date.now() - 1),
    await stored(newLetter(), Date.now() + 40 * 24 * HOUR),
  ];
  await sweep(Date.now());
  for (const row of rows) {
    const sent = await until(async () => {
      const now = await read(row);
      return now?.state === "sent" ? now : undefined;
    });
    expect(sent.text).toContain("Hello");
  }
});

test("T132 only a local service shows its e-mails", async () => {
  const row = await stored(newLetter({ subject: "Sent <b>here</b>" }), Date.now() - 1);
  await sweep(Date.now());
  await until(async () => ((await read(row))?.state === "sent" ? true : undefined));
  const get = async (path: string) => exports.default.fetch(`http://memtrace.test${path}`);
  const list = await (await get("/dev/mail")).text();
  expect(list).toContain(`/dev/mail/${row.id}`);
  expect(list).toContain("Sent &lt;b&gt;here&lt;/b&gt;");
  expect(await (await get(`/dev/mail/${row.id}`)).text()).toContain("Hello");
  expect(await (await get(`/dev/mail/${row.id}/html`)).text()).toBe("<p>Hello</p>");
  expect((await get("/dev/mail/none")).status).toBe(404);
  const production = appOf("https://memtrace.example");
  for (const path of ["/dev/mail", `/dev/mail/${row.id}`, `/dev/mail/${row.id}/html`]) {
    const answer = await production(new Request(`https://memtrace.example${path}`));
    expect(answer.status).toBe(404);
    expect(await answer.text()).not.toContain("Hello");
  }
});
