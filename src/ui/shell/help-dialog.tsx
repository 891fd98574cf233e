import { Dialog } from "../components/form/dialog.tsx";

const KEYS: readonly [string, string][] = [
  ["/", "search the cases"],
  ["⌘K or Ctrl K", "go to a page, case, graph, unit or operation"],
  ["j", "go to the next row of a list; inside a case, go to the next case of the list"],
  ["k", "go to the previous row of a list; inside a case, go to the previous case of the list"],
  ["enter", "open"],
  ["1 – 7", "choose an error type while you label a queue; enter saves, s skips"],
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
