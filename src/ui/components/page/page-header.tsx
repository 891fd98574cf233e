import type { ReactNode } from "react";
import { useEffect } from "react";

interface PageHeaderProps {
  readonly title: string;
  readonly children?: ReactNode;
}

/** Shows the page's name and buttons. The browser tab shows the name too. */
export function PageHeader({ title, children }: PageHeaderProps) {
  useTitle(title);
  return (
    <header className="page-header">
      <h1>{title}</h1>
      <div className="actions">{children}</div>
    </header>
  );
}

export function useTitle(title: string): void {
  useEffect(() => {
    document.title = `${title} · MemTrace`;
  }, [title]);
}
