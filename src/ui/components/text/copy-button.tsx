import { useState } from "react";
import { Icon } from "../page/icon.tsx";

const SHOWN_MS = 1_500;

/** Copies a text to the clipboard. `copied` is true for a short time afterwards. */
export function useCopy(): { copied: boolean; copy: (text: string) => void } {
  const [copied, setCopied] = useState(false);
  const copy = (text: string) => {
    navigator.clipboard.writeText(text).then(
      () => {
        setCopied(true);
        setTimeout(() => setCopied(false), SHOWN_MS);
      },
      () => setCopied(false),
    );
  };
  return { copied, copy };
}

interface CopyButtonProps {
  readonly text: string;
  readonly label: string;
  /** If true, shows only the icon. */
  readonly compact?: boolean;
}

export function CopyButton({ text, label, compact = false }: CopyButtonProps) {
  const { copied, copy } = useCopy();
  return (
    <button type="button" className="button small quiet" onClick={() => copy(text)}>
      <Icon name={copied ? "check" : "copy"} size={14} />
      <span aria-live="polite" className={compact ? "visually-hidden" : undefined}>
        {copied ? "Copied" : label}
      </span>
    </button>
  );
}
