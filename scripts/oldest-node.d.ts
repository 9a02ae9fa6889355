/** What code for every runtime uses of Bun, for tsconfig.oldest.json. */
declare namespace Bun {
  interface Server {
    readonly port?: number;
    requestIP(request: Request): { readonly address: string } | null;
    stop(cut?: boolean): Promise<void>;
  }
  interface Options {
    readonly fetch: (request: Request, server: Server) => Response | Promise<Response>;
    readonly [name: string]: unknown;
  }
  const isStandaloneExecutable: boolean;
  function serve(options: Options): Server;
  function inflateSync(source: Uint8Array, options: { windowBits: number }): Uint8Array<ArrayBuffer>;
  function gc(force: boolean): number;
}
