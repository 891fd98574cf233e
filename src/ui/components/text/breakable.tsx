import { Fragment } from "react";

/** A long name that can wrap after dots, dashes and underscores. */
export function Breakable({ name }: { name: string }) {
  return name.split(/(?<=[._:/-])/).map((part, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: parts may repeat and never move
    <Fragment key={index}>
      {part}
      <wbr />
    </Fragment>
  ));
}
