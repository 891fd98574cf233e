/**
 * The pure folders (see `tsconfig.pure.json`) may use only the globals of ECMAScript, and those
 * that are declared here. Each of these exists in every runtime, and always gives the same result
 * for the same input. Clock, randomness and network are passed as parameters instead.
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
