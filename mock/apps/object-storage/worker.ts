import { isAuthorized } from './authorize.ts';
import type { Env } from './env.ts';
import { keyOf, serveObject, textOf } from './serve-object.ts';

/** Objects by their keys, for those who may. */
export const objectStorage = {
  async fetch(request: Request, env: Env): Promise<Response> {
    if (!(await isAuthorized(request, env, keyOf(request)))) return textOf('Forbidden', { status: 403 });
    return serveObject(request, env);
  },
};

// biome-ignore lint/style/noDefaultExport: what the platform calls is the default export of a module
export default objectStorage;
