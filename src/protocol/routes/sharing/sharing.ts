import * as z from "zod";
import {
  CreateLink,
  LinkFilter,
  MAX_LINK_DAYS,
  PublicLink,
  PublicLinkWithAddress,
} from "../../api/sharing/links.ts";
import { Shared } from "../../api/sharing/public-content.ts";
import { CreateView, SavedView, UpdateView } from "../../api/sharing/views.ts";
import { declare, json, jsonBody } from "../declaration.ts";

const ViewParam = z.object({ view: z.string() });

export const listViews = declare("read", [], {
  method: "get",
  path: "/views",
  tags: ["Sharing"],
  summary: "List the saved views of the case list, by name",
  responses: { 200: json(z.object({ items: z.array(SavedView) }), "All of them.") },
});

export const createView = declare("write", ["conflict"], {
  method: "post",
  path: "/views",
  isRepeatable: false,
  audit: "view.create",
  tags: ["Sharing"],
  summary: "Save a view: named filters of the case list",
  description: "Everyone in the project can see the view. Its name must be unique in the project.",
  request: { body: jsonBody(CreateView) },
  responses: { 201: json(SavedView, "The view.") },
});

export const updateView = declare("write", ["not_found", "conflict"], {
  method: "patch",
  path: "/views/{view}",
  audit: "view.update",
  tags: ["Sharing"],
  summary: "Rename a view, or change its filters",
  request: { params: ViewParam, body: jsonBody(UpdateView) },
  responses: { 200: json(SavedView, "The view after the change.") },
});

export const deleteView = declare("write", ["not_found"], {
  method: "delete",
  path: "/views/{view}",
  audit: "view.delete",
  tags: ["Sharing"],
  summary: "Delete a view, with its public links",
  request: { params: ViewParam },
  responses: { 204: { description: "The view is deleted." } },
});

export const listLinks = declare("read", [], {
  method: "get",
  path: "/links",
  tags: ["Sharing"],
  summary: "List active public links, newest first",
  request: { query: LinkFilter },
  responses: { 200: json(z.object({ items: z.array(PublicLink) }), "All of them.") },
});

export const createLink = declare("write", ["not_found", "conflict"], {
  method: "post",
  path: "/links",
  isRepeatable: false,
  audit: { action: "link.create", shown: ["kind", "target", "expiresAt"] },
  tags: ["Sharing"],
  summary: "Create a public link to a case, a report or a view",
  description: `Anyone with the link can read this one case, report or view until the link expires or is revoked, at most ${MAX_LINK_DAYS} days. The page shows no ids, no other page, and the project's name only with \`showsProject\`. A view shows the cases that match when it is opened. MemTrace stores only a hash of the link, so its URL is shown only once.`,
  request: { body: jsonBody(CreateLink) },
  responses: { 201: json(PublicLinkWithAddress, "The link.") },
});

export const revokeLink = declare("write", ["not_found"], {
  method: "delete",
  path: "/links/{link}",
  audit: "link.revoke",
  tags: ["Sharing"],
  summary: "Revoke a public link at once",
  request: { params: z.object({ link: z.string() }) },
  responses: { 204: { description: "The link is revoked." } },
});

export const openShared = declare("link", ["not_found"], {
  method: "get",
  path: "/shared/{token}",
  tags: ["Sharing"],
  summary: "Read what a public link shows",
  description: "Needs no key. Requests are limited per network.",
  request: { params: z.object({ token: z.string() }) },
  responses: { 200: json(Shared, "The case, report or view that the link shows.") },
});
