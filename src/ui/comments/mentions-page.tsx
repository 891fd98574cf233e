/** Lists comments that mention the person. */
import { useInfiniteQuery } from "@tanstack/react-query";
import { getRouteApi, Link } from "@tanstack/react-router";
import type { Mention } from "../../protocol/api/annotation/comments.ts";
import { PageHeader } from "../components/page/page-header.tsx";
import { ShowMore } from "../components/page/show-more.tsx";
import { Empty, Loaded, Skeleton } from "../components/page/states.tsx";
import { Moment } from "../components/text/moment.tsx";
import { firstLine } from "../text/shorten.ts";
import { CommentBody } from "./comment-body.tsx";
import { authorName } from "./comment-item.tsx";
import { mentionsQuery } from "./comments-api.ts";
import { unreadWords } from "./unread-count.tsx";
import "./comments.css";

const route = getRouteApi("/p/$project/mentions");

export function MentionsPage() {
  const { project } = route.useParams();
  const query = useInfiniteQuery(mentionsQuery(project));
  const items = query.data?.pages.flatMap((page) => page.items) ?? [];
  const unread = query.data?.pages[0]?.unread ?? 0;
  return (
    <>
      <PageHeader title="Mentions">
        <span className="muted" role="status">
          {query.data ? (unread === 0 ? "all read" : `${unreadWords(unread)} unread`) : ""}
        </span>
      </PageHeader>
      <Loaded
        query={query}
        what="The mentions could not be loaded"
        skeleton={<Skeleton rows={8} height={24} />}
      >
        {() =>
          items.length === 0 ? (
            <Empty title="Nobody has mentioned you yet">
              <p>
                A comment on a case or a finding mentions you with <kbd>@</kbd> and your name.
              </p>
              <p>
                <Link to="/p/$project/cases" params={{ project }} className="button">
                  Go to the cases
                </Link>
              </p>
            </Empty>
          ) : (
            <>
              <ol className="mention-items">
                {items.map((mention) => (
                  <MentionItem key={mention.comment.id} project={project} mention={mention} />
                ))}
              </ol>
              <ShowMore query={query}>Show older mentions</ShowMore>
            </>
          )
        }
      </Loaded>
    </>
  );
}

function MentionItem({ project, mention }: { project: string; mention: Mention }) {
  const { comment, about, seenAt } = mention;
  const title = firstLine(about, MAX_ABOUT) || "(empty)";
  const hash = `comment-${comment.id}`;
  return (
    <li className="comment" data-unread={seenAt === null}>
      <p className="comment-head">
        {seenAt === null ? <span className="unread-mark">New</span> : null}
        {comment.case === null ? (
          <Link
            to="/p/$project/findings/$finding"
            params={{ project, finding: comment.finding ?? "" }}
            hash={hash}
          >
            {title}
          </Link>
        ) : (
          <Link to="/p/$project/cases/$case" params={{ project, case: comment.case }} hash={hash}>
            {title}
          </Link>
        )}
        <span className="muted">
          {authorName(comment)}, <Moment iso={comment.createdAt} />
        </span>
      </p>
      <CommentBody comment={comment} />
    </li>
  );
}

const MAX_ABOUT = 120;
