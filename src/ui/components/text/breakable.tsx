import { Fragment } from "react";

/** Shows a long name. It can wrap after a dot, a dash or an underscore. */
export function Breakable({ name }: { name: string }) {
  return name.split(/(?<=[._:/-])/).map((part, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: parts may repeat and never move
    <Fragment key={index}>
      {part}
      <wbr />
    </Fragment>
  ));
}
