import { eq } from "drizzle-orm";
import fc from "fast-check";
import { expect, test } from "vitest";
import { account, user } from "../../src/database/schema/identity.ts";
import { COMMON_PASSWORDS } from "../../src/tenancy/passwords/common-passwords.ts";
import { COMMON_WORDS } from "../../src/tenancy/passwords/common-words.ts";
import { isGuessable } from "../../src/tenancy/passwords/guessable-password.ts";
import { signUp as makeAccount } from "../../src/tenancy/sign-in/sign-up.ts";
import { Browser, database, LINKS, PASSWORD, signUp } from "./support/browser.ts";

const ABOUT = ["ada.lovelace@acme.example", "Ada Lovelace"];

test("T60 common passwords are guessable in any case, width and spacing, and with a few signs around", () => {
  const common = fc.constantFrom(...COMMON_PASSWORDS, ...COMMON_WORDS);
  const wide = (text: string) =>
    text.replace(/[!-~]/g, (sign) => String.fromCharCode(sign.charCodeAt(0) + 0xfee0));
  const spelling = fc.constantFrom(
    (text: string) => text,
    (text: string) => text.toUpperCase(),
    (text: string) => wide(text),
    (text: string) => [...text].join(" "),
    (text: string) => `${text}${text}`,
  );
  const end = fc.stringMatching(/^[0-9!.?*-]{0,6}$/);
  fc.assert(
    fc.property(common, spelling, end, (word, spelt, decoration) => {
      expect(isGuessable(`${spelt(word)}${decoration}`, [])).toBe(true);
    }),
  );
});

test("T60 a person's own data, repetitions and keyboard walks are guessable", () => {
  for (const password of [
    ...[
      "ada.lovelace@acme.example",
      "Ada.Lovelace",
      "AdaLovelace1815",
      "lovelace99!",
      "!!acme!!2026",
    ],
    ...["MemTrace2026", "memtracememtrace", "aaaaaaaaaa", "abababababab", "112233112233"],
    ...["qwertyuiop", "poiuytrewq123", "1234567890", "0987654321", "abcdefghijk", "a1b2c3d4e5"],
    ...["blahblahblahblah", "p@sswordpassword", "blah blah blah blah 12"],
    ...["1qaz2wsx3edc", "asdfghjkl;", "qwertz12345", "azertyuiop", "P@ssw0rd2026", "We1come!!!!"],
  ]) {
    expect(`${password} ${isGuessable(password, ABOUT)}`).toBe(`${password} true`);
  }
});

test("T60 several words, and random characters, are not guessable", () => {
  const words = ["correct horse battery", "see-what-was-lost", "Tr0ub4dor&3", "tulip+mop7"];
  const random = ["hV8$kQz2Lm", "93f0c1d2ab74", "zeZ!m4w9Tnu"];
  for (const password of [...words, ...random]) {
    expect(`${password} ${isGuessable(password, ABOUT)}`).toBe(`${password} false`);
  }
});

test("T60 sign-up and a password change name the field of a guessable password and change nothing", async () => {
  const { browser, email } = await signUp("Ada");
  const other = `${crypto.randomUUID()}@example.com`;
  const asked = { name: "Ada", email: other, password: "Password1234" };
  const refused = await new Browser().post("/sign-up/email", asked);
  expect(refused.status).toBe(400);
  expect(await refused.text()).toContain("password: ");
  expect(await database.select().from(user).where(eq(user.email, other))).toEqual([]);
  for (const newPassword of ["qwertyuiop123", email]) {
    const change = { currentPassword: PASSWORD, newPassword, revokeOtherSessions: true };
    const answer = await browser.post("/change-password", change);
    expect(answer.status).toBe(400);
    expect(await answer.text()).toContain("newPassword: ");
  }
  const signIn = await new Browser().post("/sign-in/email", { email, password: PASSWORD });
  expect(signIn.status).toBe(200);
});

test("T61 sign-up gives the same answer if the address has an account, and does not change that account", async () => {
  const { email, id } = await signUp("Ada");
  const rows = async () => [
    await database.select().from(user).where(eq(user.email, email)),
    await database.select().from(account).where(eq(account.userId, id)),
  ];
  const before = await rows();
  const ask = async (address: string) => {
    const body = { name: "Eve", email: address, password: "another good password" };
    const answer = await new Browser().post("/sign-up/email", body);
    const headers = [...answer.headers].filter(([name]) => name !== "x-request-id");
    return { status: answer.status, headers, body: await answer.text() };
  };
  const known = await ask(email.toUpperCase());
  expect(known).toEqual(await ask(`${crypto.randomUUID()}@example.com`));
  expect(known.headers.map(([name]) => name)).not.toContain("set-cookie");
  expect(await rows()).toEqual(before);
  const stolen = { email, password: "another good password" };
  expect((await new Browser().post("/sign-in/email", stolen)).status).toBe(401);
});

test("T61 two simultaneous sign-ups with one address get the same answer, and only one creates the account", async () => {
  const email = `${crypto.randomUUID()}@example.com`;
  const passwords = ["first good password", "second good password"];
  const post = (path: string, body: unknown) => new Browser().post(path, body);
  const made = passwords.map((password) =>
    post("/sign-up/email", { name: "Ada", email, password }),
  );
  expect((await Promise.all(made)).map(({ status }) => status)).toEqual([200, 200]);
  const tried = passwords.map((password) => post("/sign-in/email", { email, password }));
  expect((await Promise.all(tried)).map(({ status }) => status).sort()).toEqual([200, 401]);
});

test("T61 sign-up needs as many hashes, statements and changed rows with an account as without", async () => {
  const email = `${crypto.randomUUID()}@example.com`;
  const workOf = async (): Promise<unknown> => {
    const hashed: string[] = [];
    const changes: number[] = [];
    const counting = new Proxy(database, {
      get(target, name) {
        if (name !== "batch") return Reflect.get(target, name);
        return async (...statements: Parameters<typeof target.batch>) => {
          const answers = await target.batch(...statements);
          changes.push(...answers.map((answer) => Object(answer).meta.changes));
          return answers;
        };
      },
    });
    const hash = async (password: string) => {
      hashed.push(password);
      return "a hash";
    };
    const deps = { ...LINKS, database: counting };
    await makeAccount(deps, { name: "Ada", email, password: PASSWORD }, hash);
    const changed = changes.reduce((sum, each) => sum + each, 0);
    return { hashed, statements: changes.length, changed };
  };
  const unknown = await workOf();
  expect(unknown).toEqual({ hashed: [PASSWORD], statements: 6, changed: 4 });
  expect(await workOf()).toEqual(unknown);
});
