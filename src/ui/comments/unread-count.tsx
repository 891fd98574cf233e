import { useQuery } from "@tanstack/react-query";
import { MAX_UNREAD } from "../../protocol/limits.ts";
import { count } from "../text/time.ts";
import { unreadQuery } from "./comments-api.ts";

/**
 * The service stops counting at `MAX_UNREAD`. For example, if `MAX_UNREAD` is 100 and the person
 * has 100 or more unread mentions, the page shows "99+".
 */
export const unreadWords = (unread: number) =>
  unread < MAX_UNREAD ? count(unread) : `${MAX_UNREAD - 1}+`;

/** Shows the number of unread mentions. Hidden if there are none. */
export function UnreadCount({ project }: { project: string }) {
  const unread = useQuery(unreadQuery(project)).data ?? 0;
  if (unread === 0) return null;
  return (
    <span className="unread-count">
      {unreadWords(unread)}
      <span className="visually-hidden"> unread</span>
    </span>
  );
}
