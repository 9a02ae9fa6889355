import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createMock, type Mock, type Tenant } from '../index.ts';

let mock: Mock;
let printed: string[];
beforeEach(() => {
  mock = createMock();
  printed = [];
  vi.spyOn(console, 'error').mockImplementation((text) => void printed.push(String(text)));
});
afterEach(async () => {
  vi.restoreAllMocks();
  await mock.close();
});

/** Sends a request whose path names its test. */
const visit = async (tenant: Tenant, path: string) => {
  const answer = await tenant.edge(new Request(`http://${tenant.zoneName}${path}`));
  await answer.text();
};
const broken = new Error('as wanted');
const never = () => new Promise<never>(() => {});

describe('the function of a test in its own tenant', () => {
  it('prints nothing when it passes, and removes its tenant', async () => {
    let seen: Tenant | undefined;
    await mock.withTenant(async (tenant) => {
      seen = tenant;
      await visit(tenant, '/passes');
    })();
    expect(mock.world.zones.get(String(seen?.zoneId))).toBeUndefined();
    await mock.close();
    expect(printed).toEqual([]);
  });

  it.each<[string, (tenant: Tenant) => unknown, RegExp]>([
    [
      'throws',
      () => {
        throw broken;
      },
      /no request of this test was answered/,
    ],
    [
      'rejects',
      async (tenant) => {
        await visit(tenant, '/rejects');
        throw broken;
      },
      /the requests of this test \(zone [^)]+\):\n#1 .*\/rejects -> 200/,
    ],
  ])('prints its requests and fails with its own error when it %s', async (_, run, expected) => {
    await expect(mock.withTenant(run)()).rejects.toBe(broken);
    expect(printed).toEqual([expect.stringMatching(expected)]);
    await mock.close();
    expect(printed).toHaveLength(1);
  });

  it('prints the requests of its own test alone when others run at the same time', async () => {
    const paths = ['/one', '/two', '/three'];
    const tests = paths.map((path) =>
      mock.withTenant(async (tenant) => {
        await visit(tenant, path);
        if (path !== '/two') throw broken;
      })(),
    );
    await Promise.allSettled(tests);
    expect(printed.map((text) => paths.filter((path) => text.includes(path)))).toEqual([
      ['/one'],
      ['/three'],
    ]);
  });

  it("prints once when the runner's signal ends its time, even if it fails later", async () => {
    const timeout = new AbortController();
    const test = mock.withTenant(async (tenant, context: { signal: AbortSignal }) => {
      await visit(tenant, '/slow');
      await new Promise((resolve) => context.signal.addEventListener('abort', resolve));
      throw broken;
    });
    const running = test({ signal: timeout.signal });
    await vi.waitFor(() => expect(mock.findRequest(({ url }) => url.endsWith('/slow'))).toBeDefined());
    expect(printed).toEqual([]);
    timeout.abort();
    await expect(running).rejects.toBe(broken);
    expect(printed).toEqual([expect.stringContaining('/slow -> 200')]);
  });

  it('prints when the mock closes before it has ended', async () => {
    void mock.withTenant(async (tenant) => {
      await visit(tenant, '/endless');
      await never();
    })();
    await vi.waitFor(() => expect(mock.findRequest(({ url }) => url.endsWith('/endless'))).toBeDefined());
    await mock.close();
    await mock.close();
    expect(printed).toEqual([expect.stringContaining('/endless -> 200')]);
  });

  it('names its tenant after the options, or the context of the runner', async () => {
    const names: string[] = [];
    const keep = (tenant: Tenant, _?: { name: string }) =>
      void names.push(tenant.zoneName.replace(/-\d+\..*/, ''));
    await mock.withTenant(keep, { name: 'checkout' })();
    await mock.withTenant(keep)({ name: 'a lamp' });
    expect(names).toEqual(['checkout', 'a-lamp']);
  });

  it('takes no declared parameter, which runners would fill with a callback, and passes on what it gets', async () => {
    const test = mock.withTenant((_, ...rest: readonly [number, string]) => expect(rest).toEqual([1, 'a']));
    expect(test).toHaveLength(0);
    await test(1, 'a');
  });
});
