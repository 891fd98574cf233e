/**
 * Adapts the repository's Markdown files to the documentation site, so that each file works on
 * GitHub and on the site. Resolves links that are relative to files, makes the anchors that GitHub
 * makes, and puts SVG drawings into the page, so that they follow its light or dark theme.
 */
import { existsSync, readFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { fileURLToPath } from "node:url";
import type { MarkdownRenderer } from "vitepress";

const ROOT = fileURLToPath(new URL("../../", import.meta.url));

/** Pages for contributors. The site leaves them out, and turns links to them into plain text. */
export const LEFT_OUT = ["SPEC.md", "architecture.md", "where-to-change.md"];

/** Files outside of `docs` that a page of the site includes as a whole. */
const INCLUDED: Readonly<Record<string, string>> = {
  "sdk/README.md": "docs/typescript-sdk.md",
  "sdk/python/README.md": "docs/python-sdk.md",
};
const SOURCE_OF = Object.fromEntries(Object.entries(INCLUDED).map(([from, to]) => [to, from]));

export function slugOf(heading: string): string {
  return heading
    .toLowerCase()
    .trim()
    .replace(/[^\p{L}\p{N}\s_-]/gu, "")
    .replace(/\s/g, "-");
}

export function adapt(md: MarkdownRenderer): void {
  md.core.ruler.push("links-of-files", ({ tokens, env }) => {
    for (const token of tokens) {
      const left: boolean[] = [];
      for (const child of token.children ?? []) {
        if (child.type === "link_open") {
          const href = child.attrGet("href") ?? "";
          const to = addressOf(href, join("docs", env.relativePath));
          left.push(to === null);
          if (to === null) child.type = "text";
          else child.attrSet("href", to);
          if (to?.startsWith("/api")) child.attrSet("target", "_self");
        } else if (child.type === "link_close" && left.pop()) {
          child.type = "text";
        }
      }
    }
  });
  const image = md.renderer.rules.image;
  md.renderer.rules.image = (tokens, index, options, env, self) => {
    const token = tokens[index];
    const src = token?.attrGet("src") ?? "";
    if (!src.endsWith(".svg")) return image?.(tokens, index, options, env, self) ?? "";
    const file = join(ROOT, "docs", dirname(env.relativePath), src);
    const label = md.utils.escapeHtml(token?.content ?? "");
    return readFileSync(file, "utf8").replace(
      "<svg",
      `<svg v-pre role="img" aria-label="${label}"`,
    );
  };
}

/** Returns the link's address on the site, or null if its target is not part of the site. */
function addressOf(href: string, page: string): string | null {
  if (href.startsWith("/docs/api")) return href.slice("/docs".length);
  if (/^([a-z]+:|#|\/)/.test(href)) return href;
  const [path = "", anchor] = href.split("#");
  const target = join(dirname(SOURCE_OF[page] ?? page), path);
  if (!existsSync(join(ROOT, target))) throw new Error(`${page} links to ${target}: no such file.`);
  const shown = INCLUDED[target] ?? target;
  const isShown = shown.startsWith("docs/") && !LEFT_OUT.includes(relative("docs", shown));
  if (!isShown) return null;
  const address = relative("docs", shown).replace(/(^|\/)index\.md$|\.md$/, "$1");
  const isFolder = path !== "" && !path.endsWith(".md");
  return `/${address}${isFolder ? "/" : ""}${anchor === undefined ? "" : `#${anchor}`}`;
}
