import { ERROR_STATUS } from "../protocol/error-codes.ts";

const errors = Object.entries(ERROR_STATUS)
  .map(([code, status]) => `| \`${code}\` | ${status} |`)
  .join("\n");

export const API_DESCRIPTION = {
  openapi: "3.1.0",
  info: {
    title: "MemTrace API",
    version: "1",
    description: `Names the memory operation that made an LLM agent answer wrongly. Guides for every topic are in the [documentation](/docs).

Machines send a project key as \`Authorization: Bearer mt_live_…\`. A signed-in person's browser names the project with the query parameter \`project\`.

## Unknown names

If a query parameter or a field of a JSON body is unknown to the operation, the service refuses the request with 400. The error names it, the nearest known name and all known names. The service also refuses empty and repeated parameters. So a misspelled filter never widens a list, a report or a deletion. Trace events are the exception: the service ignores their unknown fields, because newer clients may send them. Spans and graph files are read in their own formats.

## Errors

Every failure has the form \`{"error":{"code","message","docs","requestId"}}\`.

| code | status |
|---|---|
${errors}`,
  },
};
