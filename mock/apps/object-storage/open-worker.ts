import { type Env, serveObject } from './worker.ts';

/** Serves objects by key without authorization. */
export const openObjectStorage = {
  fetch: (request: Request, env: Env): Promise<Response> => serveObject(request, env),
};

// biome-ignore lint/style/noDefaultExport: what the platform calls is the default export of a module
export default openObjectStorage;
