import type { Comment } from "../../protocol/api/annotation/comments.ts";

/** Shows a comment as plain text with highlighted mentions. */
export function CommentBody({ comment: { body, mentions } }: { comment: Comment }) {
  return (
    <p className="comment-body">
      {piecesOf(
        body,
        mentions.map(({ text }) => text),
      ).map(({ start, text, isMention }) =>
        isMention ? (
          <b key={start} className="mention">
            {text}
          </b>
        ) : (
          text
        ),
      )}
    </p>
  );
}

interface Piece {
  readonly start: number;
  readonly text: string;
  readonly isMention: boolean;
}

function piecesOf(body: string, mentions: readonly string[]): Piece[] {
  const longestFirst = mentions.filter((text) => text !== "").sort((a, b) => b.length - a.length);
  const pieces: Piece[] = [];
  let done = 0;
  const push = (end: number, isMention: boolean) => {
    if (end > done) pieces.push({ start: done, text: body.slice(done, end), isMention });
    done = end;
  };
  for (let at = body.indexOf("@"); at >= 0; at = body.indexOf("@", Math.max(at + 1, done))) {
    const mention = longestFirst.find((text) => body.startsWith(text, at));
    if (mention === undefined) continue;
    push(at, false);
    push(at + mention.length, true);
  }
  push(body.length, false);
  return pieces;
}
