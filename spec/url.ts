import { basePath } from './endpoint.ts';
import { gatewayHost } from './services/ai-gateway/limits.ts';

/** The parts of a URL for routing, cut out without a URL object, because this runs for every request. */
export interface UrlParts {
  /** Host with its port, as written. */
  readonly host: string;
  /** Path as sent, percent-encoded. */
  readonly path: string;
  /** Query without its question mark. */
  readonly query: string;
}

/** Splits an absolute http(s) URL. */
export function splitUrl(url: string): UrlParts {
  const afterScheme = url.indexOf('://') + 3;
  let end = url.indexOf('#', afterScheme);
  if (end === -1) end = url.length;
  let queryStart = url.indexOf('?', afterScheme);
  if (queryStart === -1 || queryStart > end) queryStart = end;
  let pathStart = url.indexOf('/', afterScheme);
  if (pathStart === -1 || pathStart > queryStart) pathStart = queryStart;
  return {
    host: url.slice(afterScheme, pathStart),
    path: url.slice(pathStart, queryStart) || '/',
    query: url.slice(queryStart + 1, end),
  };
}

/** Decodes one path segment; `undefined` if its percent-encoding is invalid. */
export function decodeSegment(segment: string): string | undefined {
  if (!segment.includes('%')) return segment;
  try {
    return decodeURIComponent(segment);
  } catch {
    return undefined;
  }
}

/** Returns a query string as a record; a repeated key becomes a list. */
export function parseQuery(query: string): Record<string, string | string[]> {
  // Without a prototype, so that no parameter finds an inherited member.
  const record: Record<string, string | string[]> = Object.create(null);
  if (query === '') return record;
  for (const [key, value] of new URLSearchParams(query)) {
    const before = record[key];
    if (before === undefined) record[key] = value;
    else if (Array.isArray(before)) before.push(value);
    else record[key] = [before, value];
  }
  return record;
}

/**
 * Whether a path belongs to repositories, whose service answers at all of its paths: Cloudflare docs, Artifacts REST
 * API.
 */
export const isArtifacts = (path: string): boolean => artifactsPath.test(path);

const artifactsPath = new RegExp(`^${basePath}/accounts/[0-9a-f]{32}/artifacts(?:/|$)`);

/** Whether a path belongs to the formats of other APIs. */
export const isFormatPath = (path: string): boolean => formatPath.test(path);

const formatPath = new RegExp(`^${basePath}/accounts/[^/]+/ai/v1(?:/|$)`);

/** Whether a URL is a repository's remote. */
export const isRemote = (url: string): boolean => splitUrl(url).path.startsWith('/git/');

/** Whether a URL belongs to the host of gateways, which the API plane serves. */
export const isGatewayHost = (url: string): boolean => splitUrl(url).path.startsWith(`${gatewayHost.path}/`);

/** Whether a path is below the base path of the API. */
export function isApi(path: string): boolean {
  return path.startsWith(basePath) && (path.length === basePath.length || path[basePath.length] === '/');
}
