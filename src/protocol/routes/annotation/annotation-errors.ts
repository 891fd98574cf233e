import {
  AnnotationErrorFilter,
  MAX_SUSPECTED_CASES,
  SuspectedAnnotation,
} from "../../api/annotation/annotation-errors.ts";
import { Page } from "../../api/api.ts";
import { declare, json, PageQuery } from "../declaration.ts";

export const listAnnotationErrors = declare("read", [], {
  method: "get",
  path: "/annotation-errors",
  tags: ["Cases"],
  summary: "List questions whose annotation is probably wrong, last answered first",
  description: `For the maintainers of a dataset: lists each question with its expected answers once, with the reason. Examines the newest ${MAX_SUSPECTED_CASES} cases of the filter.`,
  request: { query: AnnotationErrorFilter.extend(PageQuery.shape) },
  responses: { 200: json(Page(SuspectedAnnotation), "One page.") },
});
