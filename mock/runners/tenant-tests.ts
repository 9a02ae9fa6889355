import type { Tenant } from '../assembly/tenant.ts';
import { formatRequests } from '../world/journal-format.ts';
import type { TenantOptions } from '../world/tenants/tenants.ts';

/** Makes functions of tests for any runner. A runner tells no hook which test failed, so the function itself reports. */
export function createTenantTests(open: (options: TenantOptions) => Tenant) {
  /** Reports of the tests that have not ended. */
  const running = new Set<() => void>();
  return {
    withTenant<Args extends readonly unknown[]>(
      run: (tenant: Tenant, ...args: Args) => unknown,
      options?: TenantOptions,
    ) {
      return async (...args: Args): Promise<void> => {
        const context = getContext(args[0]);
        const tenant = open(options ?? context);
        const report = () => {
          if (running.delete(report)) console.error(formatRequests(tenant));
        };
        running.add(report);
        context.signal?.addEventListener('abort', report);
        try {
          await run(tenant, ...args);
        } catch (error) {
          report();
          throw error;
        } finally {
          running.delete(report);
          context.signal?.removeEventListener('abort', report);
          tenant.remove();
        }
      };
    },
    /** Reports tests that the runner no longer waits for: their time was up. */
    close() {
      for (const report of running) report();
    },
  };
}

/** What a runner passes to a test: its name on Node and Deno, and on Node the signal for the end of its time. */
function getContext(passed: unknown): { readonly name?: string; readonly signal?: AbortSignal } {
  const { name, signal } = Object(passed);
  return {
    ...(typeof name === 'string' ? { name } : {}),
    ...(signal instanceof AbortSignal ? { signal } : {}),
  };
}
