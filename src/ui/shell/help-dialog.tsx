import { Dialog } from "../components/form/dialog.tsx";

const KEYS: readonly [string, string][] = [
  ["/", "search the cases"],
  ["⌘K or Ctrl K", "go to a page, case, graph, unit or operation"],
  ["j", "next in the list; inside a case, the next case of the list"],
  ["k", "previous in the list; inside a case, the previous case"],
  ["enter", "open"],
  ["1 – 7", "choose a type while labelling a queue; enter saves, s skips"],
  ["esc", "back"],
  ["?", "this help"],
];

export function HelpDialog({ onClose }: { onClose: () => void }) {
  return (
    <Dialog title="Keyboard" onClose={onClose}>
      <dl className="keys-help dialog-body">
        {KEYS.map(([key, meaning]) => (
          <div key={key}>
            <dt>
              <kbd>{key}</kbd>
            </dt>
            <dd>{meaning}</dd>
          </div>
        ))}
      </dl>
    </Dialog>
  );
}
