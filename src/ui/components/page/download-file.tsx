import { useMutation } from "@tanstack/react-query";
import { Icon } from "./icon.tsx";

interface DownloadFileProps {
  readonly name: string;
  readonly load: () => Promise<string>;
  readonly children: string;
}

/** Loads a file's content, and lets the browser save it. */
export function DownloadFile({ name, load, children }: DownloadFileProps) {
  const download = useMutation({ mutationFn: async () => save(await load(), name) });
  return (
    <button
      type="button"
      className="button"
      disabled={download.isPending}
      title={download.error?.message}
      onClick={() => download.mutate()}
    >
      <Icon name="download" size={14} />{" "}
      {download.isPending ? "Exporting…" : download.error ? "Export failed, retry" : children}
    </button>
  );
}

function save(text: string, name: string): void {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(
    new Blob([text], { type: name.endsWith(".json") ? "application/json" : "text/csv" }),
  );
  link.download = name;
  link.click();
  URL.revokeObjectURL(link.href);
}
