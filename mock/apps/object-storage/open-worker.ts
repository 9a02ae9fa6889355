import { type Env, serveObject } from './worker.ts';

/** Objects by their keys, for everybody. */
export const openObjectStorage = {
  fetch: (request: Request, env: Env): Promise<Response> => serveObject(request, env),
};

// biome-ignore lint/style/noDefaultExport: what the platform calls is the default export of a module
export default openObjectStorage;
