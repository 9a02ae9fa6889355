import type { Operation } from '../../../spec/services/api-gateway/endpoints.ts';

interface OperationFilter {
  readonly host?: readonly string[] | undefined;
  readonly method?: readonly string[] | undefined;
  /** A part of the endpoint's text. */
  readonly endpoint?: string | undefined;
  /** `method`, `host`, `endpoint`; an order by a feature leaves the list as it is, since there are no figures. */
  readonly order?: string | undefined;
  readonly direction?: 'asc' | 'desc' | undefined;
}

/** Operations that satisfy the filters of a list, in the order it asks for. */
export function selectOperations(
  operations: readonly Operation[],
  filter: OperationFilter,
): readonly Operation[] {
  const { order, direction } = filter;
  const hosts = filter.host && new Set(filter.host.map((host) => host.toLowerCase()));
  const methods = filter.method && new Set(filter.method.map((method) => method.toUpperCase()));
  const unfiltered = !hosts && !methods && filter.endpoint === undefined;
  const selected = unfiltered
    ? operations
    : operations.filter(
        (operation) =>
          (!hosts || hosts.has(operation.host.toLowerCase())) &&
          (!methods || methods.has(operation.method)) &&
          (filter.endpoint === undefined || operation.endpoint.includes(filter.endpoint)),
      );
  if (order !== 'method' && order !== 'host' && order !== 'endpoint') return selected;
  const sign = direction === 'desc' ? -1 : 1;
  return [...selected].sort((a, b) => sign * (a[order] < b[order] ? -1 : a[order] > b[order] ? 1 : 0));
}
