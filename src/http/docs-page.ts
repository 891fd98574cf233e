/**
 * Writes the page with the API description. The viewer takes seconds to start. Until then, the page
 * shows a list of all operations.
 */
import { html } from "hono/html";

const CONFIGURATION = {
  withDefaultFonts: false,
  telemetry: false,
  hideClientButton: true,
  defaultOpenAllTags: true,
  showDeveloperTools: "never",
  agent: { disabled: true },
  mcp: { disabled: true },
  metaData: { title: "MemTrace API" },
};

interface Described {
  readonly info: { readonly title: string };
  readonly paths?: Readonly<Record<string, object>> | undefined;
}

interface Operation {
  readonly tag: string;
  readonly method: string;
  readonly path: string;
  readonly summary: string;
}

/**
 * The content security policy forbids inline scripts. So the settings of the viewer are attributes
 * of an empty script element.
 */
export function docsPage(description: Described) {
  const byTag = Map.groupBy(operationsOf(description), ({ tag }) => tag);
  return html`<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <title>${description.info.title}</title>
    <style>
      .operations { max-width: 960px; margin: 0 auto; padding: 24px 16px; font: 15px/1.5 system-ui, sans-serif; overflow-wrap: anywhere; }
      .operations code { font-family: ui-monospace, monospace; font-size: 13px; }
      body:has(.scalar-app) .operations { display: none; }
      :root { color-scheme: light dark; }
    </style>
    <script src="/scalar/standalone.js" defer></script>
  </head>
  <body>
    <script id="api-reference" data-url="/v1/openapi.json" data-configuration="${JSON.stringify(CONFIGURATION)}"></script>
    <main class="operations">
      <h1>${description.info.title}</h1>
      <p>The details of each operation are loading. All of them: <a href="/v1/openapi.json">openapi.json</a></p>
      ${[...byTag].map(
        ([tag, operations]) => html`<h2>${tag}</h2>
      <ul>${operations.map(
        ({ method, path, summary }) => html`
        <li><code>${method} ${path}</code> ${summary}</li>`,
      )}
      </ul>`,
      )}
    </main>
  </body>
</html>
`;
}

function operationsOf({ paths = {} }: Described): Operation[] {
  return Object.entries(paths).flatMap(([path, operations]) =>
    Object.entries(operations).map(([method, operation]) => {
      const { tags = [], summary = "" } = operation as Partial<Record<"tags", string[]>> & {
        summary?: string;
      };
      return { tag: tags[0] ?? "Other", method: method.toUpperCase(), path, summary };
    }),
  );
}
