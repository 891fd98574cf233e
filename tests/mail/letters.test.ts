import fc from "fast-check";
import { expect, test } from "vitest";
import { chosenName, escapeHtml, layOut } from "../../src/mail/layout.ts";
import type { LetterText } from "../../src/mail/letter.ts";
import {
  addressChangedLetter,
  addressChangeLetter,
  alreadyRegisteredLetter,
  newDeviceLetter,
  passwordChangedLetter,
  passwordResetLetter,
  verificationLetter,
} from "../../src/mail/letters/account.ts";
import { alertLetter } from "../../src/mail/letters/alert.ts";
import { invitationLetter } from "../../src/mail/letters/invitation.ts";

const URL_ = "https://memtrace.example/reset-password#mta_x";
const UNSUBSCRIBE = "https://memtrace.example/unsubscribe#v1.x";
const HOSTILE = `<img src="https://evil.example/x">'"&\r\nBcc: all@evil.example`;

const LETTERS: Readonly<Record<string, (value: string) => LetterText>> = {
  verification: () => verificationLetter(URL_),
  "already registered": () => alreadyRegisteredLetter({ signIn: URL_, forgot: URL_ }),
  "password reset": () => passwordResetLetter(URL_),
  "password changed": () => passwordChangedLetter(URL_),
  "address change": () => addressChangeLetter(URL_),
  "address changed": (value) => addressChangedLetter(value),
  "new device": (value) => newDeviceLetter({ device: value, network: value, at: 0 }, URL_),
  alert: (value) =>
    alertLetter({ subject: value, paragraphs: [value], url: URL_, unsubscribe: UNSUBSCRIBE }),
  invitation: (value) =>
    invitationLetter({
      ...{ inviter: value, inviterEmail: "ada@acme.example", organization: value },
      ...{ role: "member", url: URL_ },
    }),
};

test.each(Object.entries(LETTERS))("T131 %s: every value is escaped in the HTML", (_, make) => {
  const { html, subject } = make(HOSTILE);
  expect(html).not.toContain("<img");
  expect(html).not.toMatch(/<[^>]*\bsrc=|url\(|<link|<script|@import/i);
  expect(subject).not.toMatch(/[\r\n]/);
  expect(subject.length).toBeGreaterThan(10);
});

test.each(Object.entries(LETTERS))("T131 %s: text and HTML have the same content", (_, make) => {
  const { html, text } = make("Ada");
  const shown = html
    .replace(/<style>[\s\S]*?<\/style>|<[^>]+>/g, " ")
    .replace(/&#39;/g, "'")
    .replace(/&quot;/g, '"')
    .replace(/\s+/g, " ");
  for (const line of text.split("\n").filter((each) => !/^(--|[^:]+:|)$/.test(each))) {
    for (const part of line.split(": ").slice(-1)) expect(shown).toContain(part.trim());
  }
});

test("T131 an e-mail follows the reader's light or dark mode", () => {
  const { html } = passwordResetLetter(URL_);
  expect(html).toContain('<meta name="color-scheme" content="light dark">');
  expect(html).toContain("prefers-color-scheme: dark");
  expect(html).not.toMatch(/body[^>]*(background|color:)/);
});

test("T131 no user-chosen name becomes a link in a mail program", () => {
  const link = /\w\.\w|:\/\/|\w@\w/;
  expect(chosenName("Acme Inc.")).toBe("Acme Inc.");
  for (const name of ["evil.example", "https://evil.example/x", "me@evil.example"]) {
    expect(name).toMatch(link);
    expect(chosenName(name)).not.toMatch(link);
  }
});

test("T131 no name reverses the text direction of an e-mail", () => {
  const turned = "Acme\u202egro.live\u2066\u200f";
  const { subject, text, html } = LETTERS.invitation?.(turned) ?? layOut({} as never);
  for (const shown of [subject, text, html]) {
    expect(shown).not.toMatch(/[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/);
  }
  expect(subject).toContain("Acmegro.");
});

test("T131 any text stays text and fits on the one line of the subject", () => {
  fc.assert(
    fc.property(fc.string({ unit: "binary", maxLength: 400 }), (value) => {
      const { subject, html } = layOut({ subject: value, paragraphs: [value], closing: value });
      expect(subject).not.toMatch(/[\p{Cc}\u2028\u2029]/u);
      expect([...subject].length).toBeLessThanOrEqual(150);
      expect(html).toContain(`<p>${escapeHtml(value)}</p>`);
      expect(escapeHtml(value)).not.toMatch(/[<>"']/);
    }),
  );
});

test("M30 an alert e-mail has an unsubscribe link in its text and its HTML", () => {
  const texts = { subject: "Alert", paragraphs: ["Text"], url: URL_, unsubscribe: UNSUBSCRIBE };
  const { text, html } = alertLetter(texts);
  expect(text).toContain(`Stop these letters: ${UNSUBSCRIBE}`);
  expect(html).toContain(`<a href="${UNSUBSCRIBE}"`);
});
