/** Keys for every page, and keys that move the selection in a list. */
import { useEffect, useRef, useState } from "react";

/** Elements on which `enter` already has an effect. */
const CONTROLS = "a, button, summary, [role=button]";

/**
 * True if the page should handle the key. False if the browser, an open dialog, a text field or the
 * focused control needs it.
 */
function isForPage(event: KeyboardEvent): boolean {
  if (event.defaultPrevented || event.metaKey || event.ctrlKey || event.altKey) return false;
  if (document.querySelector("dialog[open]")) return false;
  const { target } = event;
  if (!(target instanceof Element)) return true;
  if (event.key === "Enter" && target.closest(CONTROLS)) return false;
  return !target.closest("input, textarea, select");
}

/**
 * Takes the focus away from a link or button. Otherwise `enter` would press it, and not open the
 * selected row.
 */
export function leaveControl(): void {
  const { activeElement } = document;
  if (activeElement instanceof HTMLElement && activeElement.matches(CONTROLS)) activeElement.blur();
}

/** Calls the handler for a key, but not while the person types into a field. */
export function useKeys(handlers: Readonly<Record<string, (() => void) | undefined>>): void {
  const latest = useRef(handlers);
  latest.current = handlers;
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      const handler = latest.current[event.key];
      if (!handler || !isForPage(event)) return;
      event.preventDefault();
      handler();
    };
    window.addEventListener("keydown", onKeyDown);
    return () => window.removeEventListener("keydown", onKeyDown);
  }, []);
}

/** Calls `open` on `⌘K` or `Ctrl K`, even in a field. */
export function usePaletteKey(open: () => void): void {
  const latest = useRef(open);
  latest.current = open;
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      const isPalette = (event.metaKey || event.ctrlKey) && event.key.toLowerCase() === "k";
      if (!isPalette || event.shiftKey || event.altKey) return;
      event.preventDefault();
      if (!document.querySelector("dialog[open]")) latest.current();
    };
    window.addEventListener("keydown", onKeyDown);
    return () => window.removeEventListener("keydown", onKeyDown);
  }, []);
}

/**
 * `j` and `k` move the selection, and `enter` opens the selected row. Returns the selected index,
 * or -1.
 */
export function useListKeys<Row>(rows: readonly Row[], open: (row: Row) => unknown): number {
  const [selected, setSelected] = useState(-1);
  const current = Math.min(selected, rows.length - 1);
  const row = rows[current];
  useEffect(() => {
    if (current < 0) return;
    document.querySelector(`[data-selected="true"]`)?.scrollIntoView({ block: "nearest" });
  }, [current]);
  const select = (index: number) => {
    leaveControl();
    setSelected(index);
  };
  useKeys({
    j: () => select(Math.min(current + 1, rows.length - 1)),
    k: () => select(Math.max(current - 1, 0)),
    Enter: row === undefined ? undefined : () => void open(row),
  });
  return current;
}
