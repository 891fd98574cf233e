/**
 * `/dev/mail` shows the e-mails that a local service keeps instead of sending. Other deployments
 * answer 404.
 */
import { html, raw } from "hono/html";
import type { LocalLetter } from "../../database/mail/letter-repository.ts";
import type { Services } from "../context.ts";
import { ApiError } from "../errors.ts";
import { router } from "../route.ts";

export const localLetters = router();

localLetters.get("/mail", async (c) => {
  const letters = await kept(c.get("services")).listLocal();
  return c.html(
    page(
      "E-mails of this machine",
      html`<p>This service delivers no e-mail. The e-mails that it would send are here, newest first.</p>
        ${letters.length === 0 ? html`<p>No e-mails yet. A sign-up sends one.</p>` : ""}
        <ul>${letters.map(
          ({ id, address, subject, createdAt }) =>
            html`<li><a href="/dev/mail/${id}">${subject}</a> to ${address}, ${new Date(createdAt).toISOString()}</li>`,
        )}</ul>`,
    ),
  );
});

localLetters.get("/mail/:id", async (c) => {
  const { id, address, subject, text } = await one(c.get("services"), c.req.param("id"));
  const lines = text
    .split("\n")
    .map((line) =>
      /^https?:\/\/\S+$/.test(line) ? html`<a href="${line}">${line}</a>\n` : `${line}\n`,
    );
  return c.html(
    page(
      subject,
      html`<p>To ${address}. <a href="/dev/mail/${id}/html">HTML</a> · <a href="/dev/mail">All e-mails</a></p>
        <pre style="white-space:pre-wrap">${lines}</pre>`,
    ),
  );
});

/**
 * Shows the HTML of the e-mail. The strict content security policy of our pages applies to it too.
 */
localLetters.get("/mail/:id/html", async (c) => {
  const { html: own } = await one(c.get("services"), c.req.param("id"));
  return c.html(own);
});

function kept({ localLetters }: Services) {
  if (localLetters !== undefined) return localLetters;
  throw new ApiError("not_found", "Only a local service shows its e-mails here.");
}

async function one(services: Services, id: string): Promise<LocalLetter> {
  const found = await kept(services).findLocal(id);
  if (found === undefined) throw new ApiError("not_found", "There is no such e-mail.");
  return found;
}

const page = (title: string, body: unknown) =>
  html`<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<meta name="color-scheme" content="light dark"><title>${title}</title>${raw(STYLE)}</head>
<body><h1>${title}</h1>${body}</body></html>`;

const STYLE =
  "<style>body{max-width:48rem;margin:2rem auto;padding:0 1rem;font:1rem/1.5 system-ui,sans-serif}</style>";
