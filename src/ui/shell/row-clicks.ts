/** A click anywhere on a row opens the row's link (`[data-row-link]`). */
import { useEffect } from "react";

/** Elements on which a click already has an effect. */
const CONTROLS = "a, button, input, select, textarea, label, summary, details, [role=button]";
/**
 * If the pointer moves more than this many pixels before the button is released, this is not a
 * click. The person is then selecting text.
 */
const MAX_MOVE_PX = 4;

export function useRowClicks(): void {
  useEffect(() => {
    let pressedAt: readonly [x: number, y: number] = [0, 0];
    const onPress = ({ clientX, clientY }: PointerEvent) => {
      pressedAt = [clientX, clientY];
    };
    const onClick = (event: MouseEvent) => {
      const [x, y] = pressedAt;
      const moved = Math.hypot(event.clientX - x, event.clientY - y);
      if (moved <= MAX_MOVE_PX) openRow(event);
    };
    document.addEventListener("pointerdown", onPress);
    document.addEventListener("click", onClick);
    return () => {
      document.removeEventListener("pointerdown", onPress);
      document.removeEventListener("click", onClick);
    };
  }, []);
}

function openRow(event: MouseEvent): void {
  const { target, ctrlKey, metaKey, shiftKey } = event;
  if (event.defaultPrevented || !(target instanceof Element) || target.closest(CONTROLS)) return;
  const link = target.closest("tr, li")?.querySelector("[data-row-link]");
  if (!(link instanceof HTMLElement)) return;
  link.dispatchEvent(
    new MouseEvent("click", { bubbles: true, cancelable: true, ctrlKey, metaKey, shiftKey }),
  );
}
