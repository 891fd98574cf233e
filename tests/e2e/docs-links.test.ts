/** The built documentation, without a browser: links, anchors, hosts, scripts. */
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { expect, test } from "vitest";

const ROOT = resolve(import.meta.dirname, "../..");
const UI = join(ROOT, "dist/ui");
const SITE = join(UI, "docs");
/** The Worker answers this page. The API viewer creates its anchors. */
const API = "/docs/api";

const pages = readdirSync(SITE, { recursive: true, encoding: "utf8" })
  .filter((path) => path.endsWith(".html"))
  .map((path) => ({ path, html: readFileSync(join(SITE, path), "utf8") }));

/** Returns the file that the static assets serve for an address, or null. */
function fileAt(pathname: string): string | null {
  const path = decodeURI(pathname).replace(/\/$/, "/index.html");
  const found = [path, `${path}.html`, `${path}/index.html`].map((each) => join(UI, each));
  return found.find((each) => /\.\w+$/.test(each) && existsSync(each)) ?? null;
}

const anchors = new Map<string, Set<string>>();
function anchorsOf(file: string): Set<string> {
  const known = anchors.get(file);
  if (known !== undefined) return known;
  const html = readFileSync(file, "utf8");
  const found = new Set([...html.matchAll(/\sid="([^"]+)"/g)].map(([, id = ""]) => id));
  anchors.set(file, found);
  return found;
}

/** Returns the problem with a link, or null. */
function problemOf(href: string, from: string): string | null {
  const url = new URL(href.replaceAll("&amp;", "&"), `http://memtrace.test/docs/${from}`);
  if (url.host !== "memtrace.test" || url.pathname === API || url.pathname === "/") return null;
  const file = fileAt(url.pathname);
  if (file === null) return `${from}: ${href}: no such page`;
  const id = decodeURIComponent(url.hash.slice(1));
  return id === "" || anchorsOf(file).has(id) ? null : `${from}: ${href}: no such anchor`;
}

test("Y76 every internal link of the documentation leads to an existing page and anchor", () => {
  expect(pages.length).toBeGreaterThan(55);
  const links = pages.flatMap(({ path, html }) =>
    [...html.matchAll(/<a\b[^>]*?\shref="([^"]+)"/g)].map(([, href = ""]) => [path, href] as const),
  );
  expect(links.length).toBeGreaterThan(3_000);
  expect(links.flatMap(([path, href]) => problemOf(href, path) ?? [])).toEqual([]);
});

test("Y76 the navigation lists every page of the documentation, and the site has no internal pages", () => {
  const { html = "" } = pages.find(({ path }) => path === "index.html") ?? {};
  const [, sidebar = ""] = /<aside class="VPSidebar"([\s\S]*?)<\/aside>/.exec(html) ?? [];
  const listed = new Set(
    [...sidebar.matchAll(/href="([^"]+)"/g)].map(([, href = ""]) => fileAt(href)),
  );
  const missing = pages.filter(({ path }) => path !== "404.html" && !listed.has(join(SITE, path)));
  expect(missing.map(({ path }) => path)).toEqual([]);
  for (const name of ["SPEC", "architecture", "where-to-change"]) {
    expect(existsSync(join(SITE, `${name}.html`))).toBe(false);
  }
});

test("Y77 no page of the documentation has an inline script or loads anything from another host", () => {
  for (const { path, html } of pages) {
    for (const [tag, attributes = "", content = ""] of html.matchAll(
      /<script\b([^>]*)>([\s\S]*?)<\/script>/g,
    )) {
      expect([path, tag, content.trim()]).toEqual([path, tag, ""]);
      expect(attributes).toMatch(/src="\/docs\//);
    }
    const loaded = [...html.matchAll(/<(?:link|img|script|iframe)\b[^>]*?(?:src|href)="([^"]+)"/g)];
    expect(loaded.filter(([, from = ""]) => !from.startsWith("/"))).toEqual([]);
  }
});

test("Y78 links of the UI and the command line to the documentation lead to existing pages and anchors", () => {
  const hrefs = ["src/ui", "src/cli", "src/http"].flatMap((folder) =>
    readdirSync(join(ROOT, folder), { recursive: true, encoding: "utf8" })
      .filter((path) => /\.tsx?$/.test(path))
      .flatMap((path) => {
        const text = readFileSync(join(ROOT, folder, path), "utf8");
        const links = [...text.matchAll(/["`}](\/docs\/[\w/#-]+)["`]/g)].map(
          ([, href]) => href ?? "",
        );
        const own = folder === "src/cli" ? [...text.matchAll(/^ {2}page: "([^"]+)"/gm)] : [];
        return [...links, ...own.map(([, page]) => `/docs/${page}`)].map((href) => ({
          ...{ href, from: dirname(path) },
        }));
      }),
  );
  expect(hrefs.length).toBeGreaterThan(20);
  expect(hrefs.flatMap(({ href }) => problemOf(href, "index.html") ?? [])).toEqual([]);
});
