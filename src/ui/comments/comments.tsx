import { useInfiniteQuery, useQuery, useQueryClient } from "@tanstack/react-query";
import { useRouterState } from "@tanstack/react-router";
import { useEffect, useRef } from "react";
import type { Comment } from "../../protocol/api/annotation/comments.ts";
import { useMay } from "../api/may.ts";
import { signedInQuery } from "../api/people.ts";
import { ShowMore } from "../components/page/show-more.tsx";
import { Loaded } from "../components/page/states.tsx";
import { CommentForm } from "./comment-form.tsx";
import { CommentItem } from "./comment-item.tsx";
import {
  addComment,
  type CommentPlace,
  commentsQuery,
  mentionsQuery,
  seeMentions,
  unreadQuery,
} from "./comments-api.ts";
import "./comments.css";

interface CommentsProps {
  readonly project: string;
  readonly place: CommentPlace;
}

export function Comments({ project, place }: CommentsProps) {
  const query = useInfiniteQuery(commentsQuery(project, place));
  const client = useQueryClient();
  const me = useQuery(signedInQuery).data?.user.id;
  const mayWrite = useMay(project, "label");
  const isAdmin = useMay(project, "admin");
  const meant = useRouterState({ select: ({ location }) => location.hash });
  // The API sends the newest first, but people read from the oldest.
  const comments = (query.data?.pages.flatMap(({ items }) => items) ?? []).toReversed();
  useSeen(project, me, comments);
  const onChanged = () =>
    client.invalidateQueries({ queryKey: commentsQuery(project, place).queryKey });
  return (
    <section className="panel comments" aria-label="Comments">
      <h2>Comments</h2>
      <Loaded query={query} what="The comments could not be loaded">
        {() => (
          <>
            <ShowMore query={query}>Show earlier comments</ShowMore>
            {comments.length === 0 ? (
              <p className="muted">
                No comments yet. Say what you found, or ask somebody with <kbd>@</kbd>.
              </p>
            ) : (
              <ol className="comment-list">
                {comments.map((comment) => {
                  const isOwn = comment.author.kind === "person" && comment.author.id === me;
                  return (
                    <CommentItem
                      key={comment.id}
                      {...{ project, comment, onChanged }}
                      isOwn={mayWrite && isOwn}
                      mayDelete={mayWrite && (isOwn || isAdmin)}
                      isMeant={meant === `comment-${comment.id}`}
                    />
                  );
                })}
              </ol>
            )}
          </>
        )}
      </Loaded>
      {mayWrite ? <NewComment project={project} place={place} onAdded={onChanged} /> : null}
    </section>
  );
}

/** Marks the shown mentions of the person as read. */
function useSeen(project: string, me: string | undefined, comments: readonly Comment[]): void {
  const client = useQueryClient();
  const unread = useQuery(unreadQuery(project)).data ?? 0;
  const mine = comments
    .filter(({ mentions }) => mentions.some(({ person }) => person === me))
    .map(({ id }) => id);
  const shown = mine.slice(-MAX_SEEN_AT_ONCE).join(" ");
  useEffect(() => {
    if (unread === 0 || shown === "") return;
    seeMentions(project, shown.split(" ")).then(
      () => {
        void client.invalidateQueries({ queryKey: mentionsQuery(project).queryKey });
        void client.invalidateQueries({ queryKey: unreadQuery(project).queryKey });
      },
      // After a failure, the mentions simply stay unread.
      () => undefined,
    );
  }, [client, project, shown, unread]);
}

/** Maximum number of mentions in one API request. */
const MAX_SEEN_AT_ONCE = 200;

/** Does not use `crypto.randomUUID`, because browsers have it only on pages with HTTPS. */
const newId = () => crypto.getRandomValues(new Uint32Array(4)).join("-");

interface NewCommentProps extends CommentsProps {
  readonly onAdded: () => unknown;
}

function NewComment({ project, place, onAdded }: NewCommentProps) {
  const draft = useRef({ id: "", text: "" });
  return (
    <CommentForm
      project={project}
      label="New comment"
      action="Comment"
      failure="The comment was not saved"
      onSave={(text) => {
        // The server may have stored the comment although the request seemed to fail. If the person
        // then sends the same text again, use the same comment id again. The server then does not
        // store the comment a second time.
        if (draft.current.text !== text) draft.current = { id: newId(), text };
        return addComment(project, place, draft.current.id, text);
      }}
      onSaved={() => {
        draft.current = { id: "", text: "" };
        return onAdded();
      }}
    />
  );
}
