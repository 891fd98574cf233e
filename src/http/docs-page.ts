/** The readable page of the API description. This installation itself serves the viewer. */

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

const attribute = JSON.stringify(CONFIGURATION).replaceAll('"', "&quot;");

/** Contains no inline script: the viewer reads its settings from the attributes of an empty one. */
export const DOCS_PAGE = `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <title>MemTrace API</title>
  </head>
  <body>
    <script id="api-reference" data-url="/v1/openapi.json" data-configuration="${attribute}"></script>
    <script src="/scalar/standalone.js"></script>
  </body>
</html>
`;
