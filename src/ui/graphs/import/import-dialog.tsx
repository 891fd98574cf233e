import { type ChangeEvent, type DragEvent, useId, useState } from "react";
import { Dialog } from "../../components/form/dialog.tsx";
import { count } from "../../text/time.ts";
import { droppedFiles, graphFilesIn } from "./picked-files.ts";
import { type ImportedFile, useImport } from "./use-import.ts";
import "./import.css";

interface ImportDialogProps {
  readonly project: string;
  readonly onClose: () => void;
}

/** Imports picked or dropped graph files. A dropped folder imports all graph files in it. */
export function ImportDialog({ project, onClose }: ImportDialogProps) {
  const { files, add, stop } = useImport(project);
  const [isOver, setOver] = useState(false);
  const [isNothing, setNothing] = useState(false);
  const take = (picked: readonly File[]) => {
    setNothing(picked.length === 0);
    if (picked.length > 0) add(picked);
  };
  const isBusy = files.some(({ outcome }) => outcome === undefined);
  const onDrop = async (event: DragEvent) => {
    event.preventDefault();
    setOver(false);
    take(await droppedFiles(event.dataTransfer.items));
  };
  return (
    <Dialog title="Import graph files" onClose={onClose} closable={!isBusy}>
      <div className="dialog-body">
        <p>
          Choose exports of smartcomment or files of MemTraceBench. Annotations in the files become
          cases. Files may have any size. Importing a file again changes nothing.
        </p>
        <section
          className="import-drop"
          aria-label="Drop files here"
          data-over={isOver}
          onDragOver={(event) => {
            event.preventDefault();
            setOver(true);
          }}
          onDragLeave={() => setOver(false)}
          onDrop={onDrop}
        >
          <p>Drop files or folders here, or choose</p>
          <p className="import-choices">
            <Choice label="Files" accept=".json,.gz" onPick={take} />
            <Choice label="A folder" isFolder onPick={take} />
          </p>
        </section>
        {isNothing ? <p role="alert">None of the files ends in .json or .json.gz.</p> : null}
        <Outcomes files={files} />
      </div>
      <footer>
        <button type="button" className="button" onClick={isBusy ? stop : onClose}>
          {isBusy ? "Stop" : "Close"}
        </button>
      </footer>
    </Dialog>
  );
}

interface ChoiceProps {
  readonly label: string;
  readonly accept?: string;
  readonly isFolder?: boolean;
  readonly onPick: (files: readonly File[]) => void;
}

function Choice({ label, accept, isFolder = false, onPick }: ChoiceProps) {
  const id = useId();
  const onChange = ({ target }: ChangeEvent<HTMLInputElement>) => {
    onPick(graphFilesIn(target.files ?? []));
    target.value = "";
  };
  return (
    <>
      <input
        className="visually-hidden"
        type="file"
        multiple
        {...{ id, accept, onChange }}
        {...(isFolder ? { webkitdirectory: "" } : {})}
      />
      <label className="button" htmlFor={id}>
        {label}
      </label>
    </>
  );
}

function Outcomes({ files }: { files: readonly ImportedFile[] }) {
  if (files.length === 0) return null;
  const done = files.filter(({ outcome }) => outcome !== undefined).length;
  return (
    <>
      <p role="status">
        {count(done)} of {count(files.length)} {files.length === 1 ? "file" : "files"}
      </p>
      <ul className="import-files">
        {files.map(({ name, size, outcome, progress }, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: files may have the same name, and keep their place.
          <li key={index}>
            <code>{name}</code>{" "}
            {outcome === undefined ? (
              <Progress of={progress} size={size} />
            ) : (
              <Outcome of={outcome} />
            )}
          </li>
        ))}
      </ul>
    </>
  );
}

const MEGABYTE = 1024 * 1024;

interface ProgressProps {
  readonly of: ImportedFile["progress"];
  readonly size: number;
}

function Progress({ of, size }: ProgressProps) {
  if (of === undefined) return <span className="muted">waiting</span>;
  const { done } = of;
  if (of.step === "reading") {
    // `done` counts the bytes after decompression, and `size` is the size of the file itself. If
    // `done` is larger than `size`, the file is compressed. Its total length is then unknown until
    // all of it has been read.
    const total = done > size ? null : size;
    const read = `reading ${megabytes(done)}${total === null ? "" : ` of ${megabytes(total)}`} MB`;
    return <span className="muted">{read}</span>;
  }
  const { total } = of;
  return (
    <span className="muted">
      <progress max={total} value={done} aria-label="Sent" /> {count(done)} of {count(total)} events
    </span>
  );
}

const megabytes = (bytes: number) => count(Math.ceil(bytes / MEGABYTE));

function Outcome({ of }: { of: NonNullable<ImportedFile["outcome"]> }) {
  if ("refused" in of) return <span className="bad">{of.refused}</span>;
  if (of.repeated) return <span className="muted">was imported before</span>;
  const cases = of.cases === 0 ? "" : `, ${count(of.cases)} ${of.cases === 1 ? "case" : "cases"}`;
  return (
    <span>
      {count(of.events)} events of {of.graph}
      {cases}
    </span>
  );
}
