import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import type { RedactionSettings } from "../../protocol/api/redaction.ts";
import { call } from "../api/request.ts";

export const redactionQuery = (project: string) =>
  queryOptions({
    queryKey: [project, "redaction"],
    queryFn: ({ signal }) => call("GET /project/redaction", { query: { project } }, { signal }),
  });

export const countsQuery = (project: string) =>
  queryOptions({
    queryKey: [project, "redaction", "counts"],
    queryFn: ({ signal }) =>
      call("GET /project/redaction/counts", { query: { project } }, { signal }),
  });

export const putRedaction = (project: string, body: RedactionSettings) =>
  call("PUT /project/redaction", { query: { project }, body });

/** The text can contain personal data, so it is removed from the cache when the section closes. */
export const tryQuery = (
  project: string,
  body: { readonly text: string; readonly settings: RedactionSettings },
) =>
  queryOptions({
    queryKey: [project, "redaction", "try", body],
    queryFn: ({ signal }) =>
      call("POST /project/redaction/try", { query: { project }, body }, { signal }),
    gcTime: 0,
    retry: false,
    placeholderData: keepPreviousData,
  });
