/** The documentation site, which the Worker serves as static files under /docs. */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { defineConfig } from "vitepress";
import { adapt, LEFT_OUT, slugOf } from "./markdown.ts";
import { API_REFERENCE, SIDEBAR } from "./sidebar.ts";

const BASE = "/docs/";
/**
 * Matches an inline script that VitePress writes. The content security policy forbids inline
 * scripts, so the build moves each script into a file.
 */
const INLINE_SCRIPT = /<script id="([\w-]+)">([\s\S]*?)<\/script>/g;
const scripts = new Map<string, string>();

export default defineConfig({
  base: BASE,
  outDir: "../dist/ui/docs",
  cacheDir: "../node_modules/.cache/vitepress",
  title: "MemTrace",
  description: "Which memory operation made an LLM agent answer wrongly, and how to fix it",
  lang: "en",
  cleanUrls: true,
  metaChunk: true,
  srcExclude: LEFT_OUT,
  head: [["link", { rel: "icon", href: "/favicon.svg", type: "image/svg+xml" }]],
  // Links to a local service, and to the API reference, which the Worker serves outside the static site.
  ignoreDeadLinks: [/^http:\/\/localhost/, /^(\.\/|\/)api(#|$)/],
  markdown: { anchor: { slugify: slugOf }, config: adapt },
  themeConfig: {
    nav: [
      { text: "Start", link: "/start/typescript" },
      { ...API_REFERENCE, text: "API reference" },
      { text: "Open MemTrace", link: "/../", target: "_self" },
    ],
    sidebar: SIDEBAR,
    outline: [2, 3],
    search: { provider: "local" },
    externalLinkIcon: false,
  },
  vite: { build: { assetsInlineLimit: 0 } },
  transformHtml(html) {
    return html.replace(INLINE_SCRIPT, (_, id: string, content: string) => {
      scripts.set(id, content);
      return `<script src="${BASE}${id}.js"></script>`;
    });
  },
  buildEnd({ outDir }) {
    for (const [id, content] of scripts) writeFileSync(join(outDir, `${id}.js`), content);
  },
});
