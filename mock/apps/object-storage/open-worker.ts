import type { Env } from './env.ts';
import { serveObject } from './serve-object.ts';

/** Objects by their keys, for everybody. */
export const openObjectStorage = {
  fetch: (request: Request, env: Env): Promise<Response> => serveObject(request, env),
};

// biome-ignore lint/style/noDefaultExport: what the platform calls is the default export of a module
export default openObjectStorage;
