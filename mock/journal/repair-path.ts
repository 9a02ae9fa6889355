import { basePath } from '../../spec/endpoint.ts';

/** A path as it was probably meant, and what was wrong with it. */
export interface RepairedPath {
  readonly path: string;
  /** What was done to it, each a sentence for people. */
  readonly faults: readonly string[];
}

const adminPath = '/_touchstone';
/** What clients put in place of the base path, or before it. */
const otherBases = /^(?:\/(?:api|client))*\/v\d+(?=\/|$)/i;

/**
 * Takes the slips out of a path that no operation has: its base, its slashes, its case.
 *
 * @example
 * repairPath('/zones//abc/'); // { path: '/client/v4/zones/abc', faults: ['…', '…', '…'] }
 */
export function repairPath(given: string): RepairedPath {
  const faults: string[] = [];
  let path = given;
  const fix = (fixed: string, fault: string) => {
    if (fixed !== path) faults.push(fault);
    path = fixed;
  };
  fix(path.replace(/\/{2,}/g, '/'), 'The path has an empty segment (//).');
  fix(path.replace(/(.)\/$/, '$1'), 'The path ends in a slash.');
  if (isBelow(path, adminPath)) return { path, faults };
  fix(
    path.replace(new RegExp(`^(?:${basePath}){2,}`), basePath),
    `The path has ${basePath} twice; the base URL ends in it already.`,
  );
  if (!isBelow(path, basePath)) {
    fix(
      `${basePath}${path.replace(otherBases, '')}`,
      `The path does not begin with ${basePath}; the base URL has to end in it.`,
    );
  }
  return { path, faults };
}

function isBelow(path: string, base: string): boolean {
  return path === base || path.startsWith(`${base}/`);
}
