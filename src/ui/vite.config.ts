import { readFileSync } from "node:fs";
import { gzipSync } from "node:zlib";
import react from "@vitejs/plugin-react";
import { defineConfig, type Plugin } from "vite";

/**
 * Always build for production. Tests set `NODE_ENV` to another value, but they must check the same
 * UI that is deployed.
 */
process.env.NODE_ENV = "production";

/** Maximum size of all scripts that the first page needs, in bytes after compression with gzip. */
const MAX_INITIAL_SCRIPT_BYTES = 200_000;

/** Prints the script size of the first page. Fails the build above `MAX_INITIAL_SCRIPT_BYTES`. */
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
 * `npx vite --config src/ui/vite.config.ts` serves the UI from its sources. API requests go to the
 * running Worker.
 */
export default defineConfig({
  root: import.meta.dirname,
  plugins: [react(), initialScriptSize()],
  worker: { format: "es" },
  build: {
    outDir: "../../dist/ui",
    emptyOutDir: true,
    // Do not inline assets: the content security policy forbids data URLs.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
  },
  server: {
    proxy: Object.fromEntries(
      ["/v1", "/api", "/docs"].map((path) => [path, "http://localhost:8787"]),
    ),
  },
});
