import fc from "fast-check";
import { expect, test } from "vitest";
import { checkEndpointUrl } from "../../src/webhooks/url-policy.ts";
import { DEVELOPMENT, isAllowed, PRODUCTION } from "./support/url-policies.ts";

test.each([
  "http://example.com/hook",
  "ftp://example.com/",
  "file:///etc/passwd",
  "data:text/plain,x",
  "https://user@example.com/",
  "https://user:pass@example.com/",
  "https://:pass@example.com/",
  "https://example.com:80/",
  "https://example.com:22/",
  "example.com/hook",
  "/hook",
  "",
  "https://",
])("W1 %s is refused", (url) => {
  expect(isAllowed(url)).toBe(false);
});

test("W1 other ports and user names are refused, whatever the host", () => {
  const part = fc.string({ minLength: 1 }).map(encodeURIComponent);
  const credentials = fc.oneof(
    part.map((user) => `${user}@`),
    fc.tuple(fc.option(part, { nil: "" }), part).map(([user, word]) => `${user}:${word}@`),
  );
  const port = fc.integer({ min: 1, max: 65_535 }).filter((each) => each !== 443);
  const host = fc.constantFrom("example.com", "8.8.8.8", "[2606:4700:4700::1111]");
  fc.assert(
    fc.property(host, port, credentials, (name, number, user) => {
      expect(isAllowed(`https://${name}:${number}/`)).toBe(number === 8443);
      expect(isAllowed(`https://${user}${name}/`)).toBe(false);
    }),
  );
});

test.each([
  ["https://Example.com/Hook?a=1", "https://example.com/Hook?a=1"],
  ["https://example.com:443/", "https://example.com/"],
  ["https://example.com:8443/x", "https://example.com:8443/x"],
  ["https://8.8.8.8/", "https://8.8.8.8/"],
  ["https://134744072/", "https://8.8.8.8/"],
  ["https://[2606:4700:4700::1111]/", "https://[2606:4700:4700::1111]/"],
  ["https://bücher.de/", "https://xn--bcher-kva.de/"],
  ["https://例え.みんな/", "https://xn--r8jz45g.xn--q9jyb4c/"],
  ["https://hooks.example.com./", "https://hooks.example.com./"],
  ["https://a.b.c.co.uk/", "https://a.b.c.co.uk/"],
  ["https://default.dev/", "https://default.dev/"],
  ["https://svc.zone/", "https://svc.zone/"],
  ["https://internal.example.com/", "https://internal.example.com/"],
])("W5 %s is allowed", (url, normalised) => {
  expect(checkEndpointUrl(url, PRODUCTION)).toEqual({ ok: true, value: normalised });
});

test.each([
  "http://localhost:9999/",
  "http://127.0.0.1:8080/x",
  "https://[::1]:1/",
  "http://a.localhost/",
])("W6 development allows %s", (url) => {
  expect(checkEndpointUrl(url, DEVELOPMENT).ok).toBe(true);
});

test.each([
  "http://10.0.0.1/",
  "http://192.168.1.1/",
  "http://169.254.169.254/",
  "http://0.0.0.0/",
  "http://[::ffff:a00:1]/",
  "http://printer.local/",
  "http://user@localhost/",
  "ftp://localhost/",
])("W6 development refuses %s", (url) => {
  expect(checkEndpointUrl(url, DEVELOPMENT).ok).toBe(false);
});

test("W6 the policy never throws, and it accepts again an address that it has accepted", () => {
  fc.assert(
    fc.property(
      fc.oneof(
        fc.string(),
        fc.webUrl(),
        fc.string().map((s) => `https://${s}`),
      ),
      (text) => {
        const verdict = checkEndpointUrl(text, PRODUCTION);
        if (verdict.ok) expect(checkEndpointUrl(verdict.value, PRODUCTION)).toEqual(verdict);
        else expect(verdict.fault).toMatch(/\.$/);
      },
    ),
  );
});
