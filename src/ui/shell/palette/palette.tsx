/**
 * The search palette for pages, cases and graphs. In an open graph, it also finds units and
 * operations.
 */
import { useQuery } from "@tanstack/react-query";
import { useRouterState } from "@tanstack/react-router";
import { type KeyboardEvent, useDeferredValue, useId, useState } from "react";
import { caseQuery } from "../../api/resources.ts";
import { Dialog } from "../../components/form/dialog.tsx";
import { shortenMiddle } from "../../text/shorten.ts";
import { type Found, type PageOfProject, useFound } from "./use-found.ts";
import "./palette.css";

interface PaletteProps {
  readonly project: string;
  readonly pages: readonly PageOfProject[];
  readonly onClose: () => void;
}

export function Palette({ project, pages, onClose }: PaletteProps) {
  const [text, setText] = useState("");
  const [place, setPlace] = useState(0);
  const wanted = useDeferredValue(text.trim());
  const graph = useOpenGraph(project);
  const { found, isLoading } = useFound({ project, graph, wanted, pages });
  const list = useId();
  const current = Math.min(place, found.length - 1);
  const open = ({ open: leave }: Found) => {
    onClose();
    leave();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    const chosen = found[current];
    if (step !== undefined) {
      setPlace(Math.max(0, Math.min(found.length - 1, current + step)));
      event.preventDefault();
    } else if (event.key === "Enter" && chosen) open(chosen);
  };
  return (
    <Dialog title="Go to" onClose={onClose}>
      <div className="palette dialog-body">
        <input
          type="text"
          role="combobox"
          aria-label="Find a page, case, graph, unit or operation"
          aria-expanded="true"
          aria-controls={list}
          aria-activedescendant={current >= 0 ? `${list}-${current}` : undefined}
          value={text}
          onChange={({ target }) => {
            setText(target.value);
            setPlace(0);
          }}
          onKeyDown={onKeyDown}
        />
        <Options {...{ list, found, current }} onOpen={open} />
        <p className="muted" role="status">
          {isLoading ? "Searching…" : found.length === 0 ? "Nothing found." : ""}
          {graph === undefined && !isLoading
            ? " Open a graph to find its units and operations here."
            : ""}
        </p>
      </div>
    </Dialog>
  );
}

interface OptionsProps {
  readonly list: string;
  readonly found: readonly Found[];
  readonly current: number;
  readonly onOpen: (found: Found) => void;
}

function Options({ list, found, current, onOpen }: OptionsProps) {
  return (
    <div id={list} role="listbox" aria-label="Results" className="palette-list" tabIndex={-1}>
      {found.map((item, index) => (
        <button
          key={item.key}
          id={`${list}-${index}`}
          type="button"
          role="option"
          tabIndex={-1}
          aria-selected={index === current}
          onClick={() => onOpen(item)}
        >
          <span className="muted">{item.kind}</span> {shortenMiddle(item.name, 90)}
        </button>
      ))}
    </div>
  );
}

/** Returns the open graph, or the graph of the open operation, variable or case. */
function useOpenGraph(project: string): string | undefined {
  const params = useRouterState({ select: ({ matches }) => matches.at(-1)?.params ?? {} });
  const id = "case" in params ? String(params.case) : undefined;
  const item = useQuery({ ...caseQuery(project, id ?? ""), enabled: id !== undefined });
  return "graph" in params ? String(params.graph) : item.data?.graph;
}
