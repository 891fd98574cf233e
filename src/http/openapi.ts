import { ERROR_STATUS } from "../protocol/errors.ts";

const errors = Object.entries(ERROR_STATUS)
  .map(([code, status]) => `| \`${code}\` | ${status} |`)
  .join("\n");

export const API_DESCRIPTION = {
  openapi: "3.1.0",
  info: {
    title: "MemTrace API",
    version: "1",
    description: `Names the memory operation that made an LLM agent answer wrongly.

Machines send a project key as \`Authorization: Bearer mt_live_…\`. A signed-in person's browser names the project with the query parameter \`project\`.

## Errors

Every failure has the form \`{"error":{"code","message","docs","requestId"}}\`.

| code | status |
|---|---|
${errors}`,
  },
};
