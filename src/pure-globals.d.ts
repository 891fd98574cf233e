/**
 * The only globals beyond ECMAScript that code in the pure folders may use (see
 * `tsconfig.pure.json`). Each is deterministic and present in every runtime. Clock, randomness and
 * network come in as parameters.
 */
declare class URL {
  constructor(url: string, base?: string);
  readonly href: string;
  readonly protocol: string;
  readonly username: string;
  readonly password: string;
  readonly hostname: string;
  readonly port: string;
  readonly pathname: string;
  readonly origin: string;
  readonly searchParams: { get(name: string): string | null };
}

declare class TextEncoder {
  encode(text: string): Uint8Array<ArrayBuffer>;
  encodeInto(text: string, bytes: Uint8Array): { readonly read: number; readonly written: number };
}

declare class TextDecoder {
  constructor(label?: string, options?: { fatal?: boolean; ignoreBOM?: boolean });
  decode(bytes: Uint8Array): string;
}

declare function atob(base64: string): string;
declare function btoa(binary: string): string;
