import { lookup } from 'node:dns/promises';
import { browserLimits } from '../../../../../spec/engine-limits.ts';
import type { ResolveName } from './find-addresses.ts';

/** Finds the addresses of a name as the system does, hosts file included. */
export const resolveName: ResolveName = async (name) =>
  (await lookup(name, { all: true })).map(({ address }) => address);

/** Names that are remembered at once; a page that asks for more has them asked for again. */
const rememberedNames = 1000;

/**
 * A resolver that asks for each name once, and not for longer than it may. What a page is told of a name is then
 * the same for as long as the page lives.
 */
export function rememberNames(resolve: ResolveName): ResolveName {
  const known = new Map<string, Promise<readonly string[]>>();
  return (name) => {
    const before = known.get(name);
    if (before !== undefined) return before;
    if (known.size >= rememberedNames) known.clear();
    const found = withinTime(resolve(name));
    known.set(name, found);
    return found;
  };
}

/** No address where none is found in time. */
async function withinTime(found: Promise<readonly string[]>): Promise<readonly string[]> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<readonly string[]>((resolve) => {
    timer = setTimeout(() => resolve([]), browserLimits.resolveMs);
  });
  try {
    return await Promise.race([found.catch(() => []), late]);
  } finally {
    clearTimeout(timer);
  }
}
