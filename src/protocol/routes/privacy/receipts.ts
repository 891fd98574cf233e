import * as z from "zod";
import { Page } from "../../api/api.ts";
import { DeletionReceipt } from "../../api/privacy/receipts.ts";
import { declare, json, PageQuery } from "../declaration.ts";

export const listReceipts = declare("admin", [], {
  method: "get",
  path: "/receipts",
  tags: ["Deletion"],
  summary: "List the receipts of deleted end users, newest first",
  description: "Receipts are kept when the project is deleted. They contain only hashes of ids.",
  request: { query: PageQuery },
  responses: { 200: json(Page(DeletionReceipt), "One page.") },
});

export const showReceipt = declare("admin", ["not_found"], {
  method: "get",
  path: "/receipts/{receipt}",
  tags: ["Deletion"],
  summary: "Show a receipt",
  request: { params: z.object({ receipt: z.string() }) },
  responses: { 200: json(DeletionReceipt, "The receipt.") },
});
