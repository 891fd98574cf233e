/** Computes node positions in a web worker, because a large operation would freeze the page. */
export interface LayoutRequest {
  readonly id: number;
  readonly nodes: readonly { readonly width: number; readonly height: number }[];
  /** `from` and `to` are node indexes. */
  readonly edges: readonly { readonly from: number; readonly to: number }[];
}

export interface Point {
  readonly x: number;
  readonly y: number;
}

export interface Layout {
  readonly id: number;
  readonly width: number;
  readonly height: number;
  /** Centres of the nodes, in the order of the request. */
  readonly nodes: readonly Point[];
}

let worker: Worker | undefined;
let requests = 0;

/** The promise rejects if the worker cannot run. */
export function layOut(request: Omit<LayoutRequest, "id">): Promise<Layout> {
  worker ??= new Worker(new URL("./layout-worker.ts", import.meta.url), { type: "module" });
  const own = worker;
  requests += 1;
  const id = requests;
  return new Promise((resolve, reject) => {
    const done = () => {
      own.removeEventListener("message", onMessage);
      own.removeEventListener("error", onError);
    };
    const onMessage = ({ data }: MessageEvent<Layout>) => {
      if (data.id !== id) return;
      done();
      resolve(data);
    };
    const onError = () => {
      done();
      reject(new Error("MemTrace could not arrange the drawing."));
    };
    own.addEventListener("message", onMessage);
    own.addEventListener("error", onError);
    own.postMessage({ ...request, id } satisfies LayoutRequest);
  });
}
