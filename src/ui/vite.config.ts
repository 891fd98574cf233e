import { readFileSync } from "node:fs";
import { gzipSync } from "node:zlib";
import react from "@vitejs/plugin-react";
import { defineConfig, type Plugin } from "vite";

/**
 * Tests set `NODE_ENV` to another value. Overwrite it: tests must check the UI exactly as it is
 * deployed.
 */
process.env.NODE_ENV = "production";

/**
 * Maximum bytes of scripts, gzipped, that a browser must load before it can show the first page.
 */
const MAX_INITIAL_SCRIPT_BYTES = 200_000;

/**
 * Prints the size of the scripts that the first page needs. If the size is above
 * `MAX_INITIAL_SCRIPT_BYTES`, fails the build.
 */
function initialScriptSize(): Plugin {
  return {
    name: "initial-script-size",
    apply: "build",
    writeBundle(options, bundle) {
      const initial = new Set<string>();
      const visit = (fileName: string): void => {
        const chunk = bundle[fileName];
        if (chunk?.type !== "chunk" || initial.has(fileName)) return;
        initial.add(fileName);
        for (const imported of chunk.imports) visit(imported);
      };
      for (const chunk of Object.values(bundle)) {
        if (chunk.type === "chunk" && chunk.isEntry) visit(chunk.fileName);
      }
      const bytes = [...initial]
        .map((fileName) => gzipSync(readFileSync(`${options.dir}/${fileName}`)).length)
        .reduce((sum, length) => sum + length, 0);
      const kilobytes = (bytes / 1000).toFixed(1);
      this.info(`initial JavaScript: ${kilobytes} kB gzipped`);
      if (bytes > MAX_INITIAL_SCRIPT_BYTES) this.error(`${kilobytes} kB is over the limit.`);
    },
  };
}

/**
 * Run `npx vite --config src/ui/vite.config.ts` to serve the UI from its sources. It passes API
 * requests on to the running Worker.
 */
export default defineConfig({
  root: import.meta.dirname,
  plugins: [react(), initialScriptSize()],
  worker: { format: "es" },
  build: {
    outDir: "../../dist/ui",
    emptyOutDir: true,
    // Do not inline assets as data URLs: the content security policy allows only files from this
    // service.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
  },
  server: {
    proxy: Object.fromEntries(
      ["/v1", "/api", "/docs"].map((path) => [path, "http://localhost:8787"]),
    ),
  },
});
