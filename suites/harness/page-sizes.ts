import type { Reply } from '../../spec/client.ts';
import { isObject, ok } from './assertions.ts';
import { expectSuccess, succeeded } from './caller.ts';

/**
 * Asks a list for sizes of a page outside of a documented range. Each is refused, or lowered or raised into the range.
 *
 * @param range the list has at least `least` records
 */
export async function expectPageSizes(
  ask: (size: number) => Promise<Reply>,
  sizes: readonly number[],
  { least = 0, most = Infinity }: { readonly least?: number; readonly most?: number },
): Promise<void> {
  const within = Number.isFinite(most) ? most : least;
  expectSuccess(await ask(within), `a page of ${within}`);
  for (const size of sizes) {
    const reply = await ask(size);
    const { result } = isObject(reply.body) ? reply.body : {};
    if (reply.status < 500 && !succeeded(reply)) continue;
    const count = Array.isArray(result) ? result.length : -1;
    ok(count >= least && count <= most, `per_page ${size} gets a page of ${count} records`);
  }
}
