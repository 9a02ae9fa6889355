import { GitError } from '../git-error.ts';
import type { ObjectType } from '../object-id.ts';

const units = new Map([
  ['', 1],
  ['k', 1024],
  ['m', 1024 ** 2],
  ['g', 1024 ** 3],
]);
const types = new Set<ObjectType>(['commit', 'tree', 'blob', 'tag']);
/** Characters that Git requires to be escaped in a part of a combined filter. */
const reserved = /[\s~`!@#$^&*()[\]{}\\;'",<>?]/;

/** Maximum nesting of combined filters; real clients use one level. */
const combinations = 16;

/** What a client leaves out. Objects that it wants by id are sent anyway. */
export interface ObjectFilter {
  /** Blobs of at least this many bytes are left out; 0 leaves out all blobs. */
  readonly blobLimit: number | undefined;
  /** Trees and blobs at this depth or deeper are left out; a commit's tree has depth 0. */
  readonly treeDepth: number | undefined;
  /** Only objects of these types are sent; all types if not set. */
  readonly types: ReadonlySet<ObjectType> | undefined;
}

/**
 * Parses a filter in the syntax of Git's rev-list: `blob:none`, `blob:limit=<n>[kmg]`, `tree:<depth>`,
 * `object:type=<type>`, and `combine:<filter>+<filter>` with percent-encoded parts.
 *
 * @throws GitError `not-supported` for any other
 * @example parseFilter('blob:limit=1k').blobLimit // 1024
 */
export function parseFilter(spec: string): ObjectFilter {
  let filter: ObjectFilter = { blobLimit: undefined, treeDepth: undefined, types: undefined };
  const pending = [{ part: spec, depth: 0 }];
  for (let next = pending.pop(); next; next = pending.pop()) {
    const { part, depth } = next;
    if (!part.startsWith('combine:')) {
      filter = intersect(filter, parseSimple(part, spec));
      continue;
    }
    if (depth === combinations) throw unsupported(spec);
    for (const encoded of part.slice('combine:'.length).split('+')) {
      pending.push({ part: decode(encoded, spec), depth: depth + 1 });
    }
  }
  return filter;
}

function parseSimple(part: string, spec: string): Partial<ObjectFilter> {
  if (part === 'blob:none') return { blobLimit: 0 };
  const [, limit, unit] = /^blob:limit=(\d{1,15})([kmg]?)$/i.exec(part) ?? [];
  if (limit !== undefined) return { blobLimit: Number(limit) * (units.get(unit?.toLowerCase() ?? '') ?? 1) };
  const [, depth] = /^tree:(\d{1,15})$/.exec(part) ?? [];
  if (depth !== undefined) return { treeDepth: Number(depth) };
  const [, type] = /^object:type=([a-z]+)$/.exec(part) ?? [];
  const known = [...types].find((name) => name === type);
  if (known) return { types: new Set([known]) };
  // Git names only the kind of a filter that it understands but may not serve.
  throw unsupported(part.startsWith('sparse:oid=') ? 'sparse:oid' : spec);
}

function intersect(first: ObjectFilter, second: Partial<ObjectFilter>): ObjectFilter {
  return {
    blobLimit: least(first.blobLimit, second.blobLimit),
    treeDepth: least(first.treeDepth, second.treeDepth),
    types:
      first.types && second.types ? first.types.intersection(second.types) : (first.types ?? second.types),
  };
}

function least(first: number | undefined, second: number | undefined): number | undefined {
  if (first === undefined || second === undefined) return first ?? second;
  return Math.min(first, second);
}

function decode(encoded: string, spec: string): string {
  if (encoded === '' || reserved.test(encoded)) throw unsupported(spec);
  try {
    return decodeURIComponent(encoded);
  } catch (cause) {
    throw unsupported(spec, { cause });
  }
}

function unsupported(spec: string, options?: ErrorOptions): GitError {
  return new GitError('not-supported', `filter '${spec}' not supported`, options);
}
