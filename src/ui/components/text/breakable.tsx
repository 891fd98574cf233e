import { Fragment } from "react";

/** Shows a long name, which can wrap after a dot, colon, slash, dash or underscore. */
export function Breakable({ name }: { name: string }) {
  return name.split(/(?<=[._:/-])/).map((part, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: parts may repeat and never move
    <Fragment key={index}>
      {part}
      <wbr />
    </Fragment>
  ));
}
