import type { ItemsAdded } from "../../protocol/api/experiments.ts";
import { count } from "../text/time.ts";

const SHOWN = 5;

/** Shows an upload's result. Refused items are listed with their position in the file. */
export function ItemsOutcome({ outcome }: { outcome: ItemsAdded }) {
  const { added, joined, withoutAnswer, rejected } = outcome;
  const said = [
    `${count(added)} added`,
    ...(joined > 0
      ? [`${count(joined)} ${joined === 1 ? "was" : "were"} in the dataset already`]
      : []),
    ...(withoutAnswer > 0 ? [`${count(withoutAnswer)} added without a right answer`] : []),
    ...(rejected.length > 0 ? [`${count(rejected.length)} refused`] : []),
  ];
  return (
    <div role="status">
      <p>{said.join(", ")}.</p>
      <ul>
        {rejected.slice(0, SHOWN).map(({ index, message }) => (
          <li key={index}>
            Item {index}: {message}
          </li>
        ))}
      </ul>
    </div>
  );
}
