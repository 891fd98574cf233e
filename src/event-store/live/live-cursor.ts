/** The position of a reader of a graph's events: the life of the graph, and the place of the next event. */
export interface LiveCursor {
  readonly life: string;
  readonly place: number;
}

export function encodeLiveCursor({ life, place }: LiveCursor): string {
  return `${life}.${place}`;
}

/** `undefined` for text that is no cursor. */
export function decodeLiveCursor(text: string): LiveCursor | undefined {
  const match = /^([\w-]{12})\.(0|[1-9]\d{0,14})$/.exec(text);
  if (match?.[1] === undefined || match[2] === undefined) return undefined;
  return { life: match[1], place: Number(match[2]) };
}
