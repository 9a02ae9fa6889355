import { adminPath } from './admin-path.ts';
import { basePath } from './endpoint.ts';
import { type ServiceName, services } from './services/index.ts';

export const serviceNames = Object.keys(services) as readonly ServiceName[]; // It has no other keys.

/** The paths of services: the first segment below the base path, and the third, which may be empty. */
export const servicePlaces: readonly {
  readonly first: string;
  readonly third: string;
  readonly service: ServiceName;
}[] = serviceNames.flatMap((service) =>
  Object.entries(services[service].paths).flatMap(([first, thirds]: [string, readonly string[]]) =>
    thirds.map((third) => ({ first, third, service })),
  ),
);

const owners: ReadonlyMap<string, ServiceName> = new Map(
  servicePlaces.map(({ first, third, service }) => [`${first}/${third}`, service]),
);

/**
 * The service of an operation with this path; undefined if there is none.
 *
 * @param path from the root of the host
 * @example
 * toService('/client/v4/zones/023e105f4ecef8ad9ca31a8372d0c353/token_validation/config'); // 'token-validation'
 */
export function toService(path: string): ServiceName | undefined {
  if (path.startsWith(adminPath)) return 'touchstone';
  if (!path.startsWith(`${basePath}/`)) return undefined;
  const [first = '', , third = ''] = path.slice(basePath.length + 1).split('/', 3);
  return owners.get(`${first}/${third}`);
}

/** The ids of all operations of the platform, without the admin API. Importing them loads no endpoint. */
export const operationIds: readonly string[] = serviceNames
  .flatMap((service) =>
    Object.entries(services[service].operations).flatMap(([resource, names]: [string, string]) =>
      names.split(' ').map((name) => [service, resource, name].filter((part) => part !== '').join('.')),
    ),
  )
  .sort();
