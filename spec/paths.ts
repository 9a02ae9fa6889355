import type { Endpoint } from './endpoint.ts';

/** Path of the API below its host: the base URL ends in the version segment. */
export const basePath = '/client/v4';

/** Path template of an endpoint from the root of its host. */
export function rootPath({ access, path }: Pick<Endpoint, 'access' | 'path'>): string {
  return access.kind === 'admin' ? path : `${basePath}${path}`;
}

/** Every path template that leads to an endpoint, its own first. */
export function rootPaths({ access, path, aliases = [] }: Endpoint): string[] {
  return [path, ...aliases].map((one) => rootPath({ access, path: one }));
}
