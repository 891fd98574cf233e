import { useEffect, useRef, useState } from "react";
import type { Comment } from "../../protocol/api/annotation/comments.ts";
import { DeleteButton } from "../components/form/delete-button.tsx";
import { Moment } from "../components/text/moment.tsx";
import { exactTime } from "../text/time.ts";
import { CommentBody } from "./comment-body.tsx";
import { CommentForm } from "./comment-form.tsx";
import { deleteComment, editComment } from "./comments-api.ts";

interface CommentItemProps {
  readonly project: string;
  readonly comment: Comment;
  readonly isOwn: boolean;
  readonly mayDelete: boolean;
  /** True if the URL links to this comment. */
  readonly isMeant: boolean;
  readonly onChanged: () => unknown;
}

export function CommentItem(props: CommentItemProps) {
  const { project, comment, isOwn, mayDelete, isMeant, onChanged } = props;
  const [isEdited, setEdited] = useState(false);
  const place = useRef<HTMLLIElement>(null);
  useEffect(() => {
    if (isMeant) place.current?.scrollIntoView({ block: "center" });
  }, [isMeant]);
  const onEnd = () => {
    setEdited(false);
    return onChanged();
  };
  return (
    <li id={`comment-${comment.id}`} className="comment" data-meant={isMeant} ref={place}>
      <p className="comment-head">
        <b>{authorName(comment)}</b>
        <span className="muted">
          <Moment iso={comment.createdAt} />
          {comment.editedAt === null ? null : (
            <span title={exactTime(comment.editedAt)}> · edited</span>
          )}
        </span>
        <span className="spacer" />
        {isOwn && !isEdited ? (
          <button type="button" className="button small quiet" onClick={() => setEdited(true)}>
            Edit
          </button>
        ) : null}
        {mayDelete ? (
          <DeleteButton
            label="Delete"
            look="small quiet"
            title="Delete this comment?"
            action="Delete the comment"
            onDelete={() => deleteComment(project, comment.id)}
            onDeleted={onChanged}
          >
            <p>The comment and its mentions are deleted for everybody.</p>
          </DeleteButton>
        ) : null}
      </p>
      {isEdited ? (
        <CommentForm
          project={project}
          label="Your comment"
          initial={comment.body}
          action="Save"
          failure="The comment was not changed"
          onSave={(text) => editComment(project, comment.id, text)}
          onSaved={onEnd}
          onCancel={onEnd}
        />
      ) : (
        <CommentBody comment={comment} />
      )}
    </li>
  );
}

export function authorName({ author: { kind, name } }: Comment): string {
  if (kind === "key") return name === null ? "a deleted key" : `key ${name}`;
  return name ?? "former member";
}
