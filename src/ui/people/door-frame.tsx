import type { ReactNode } from "react";
import { Mark } from "../shell/project-switcher.tsx";
import "./people.css";

/** The frame of pages outside projects, such as the sign-in page. */
export function DoorFrame({ title, children }: { title: string; children: ReactNode }) {
  return (
    <main className="door">
      <div className="door-panel">
        <p className="door-brand">
          <Mark size={32} /> MemTrace
        </p>
        <h1>{title}</h1>
        {children}
      </div>
      <p className="door-note muted">
        MemTrace names the memory operation that made your agent answer wrongly.
      </p>
    </main>
  );
}
