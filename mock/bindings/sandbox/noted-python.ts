import type { PythonEngine } from '../../engines/python/index.ts';
import type { AccountTenant } from '../../world/account-tenant.ts';
import type { World } from '../../world/world.ts';

/** Where the journal says that a program was run: the place that a sandbox of the platform runs code at. */
const address = 'http://sandbox/api/execute/code';

/** Python whose programs are in the journal, each with its source and what came of it. */
export function notedPython(
  python: PythonEngine,
  { journal }: Pick<World, 'journal'>,
  account: () => AccountTenant,
): PythonEngine {
  return {
    ...python,
    async run(run) {
      const { id: accountId, clock } = account();
      const started = performance.now();
      const note = (status: number, said: unknown) =>
        journal.note({
          at: clock.now(),
          accountId,
          plane: 'sandbox',
          method: 'POST',
          url: address,
          operation: null,
          basis: 'inferred',
          status,
          durationMs: performance.now() - started,
          requestHeaders: new Headers({ 'content-type': 'text/x-python' }),
          requestBody: run.code,
          responseBody: JSON.stringify(said),
        });
      try {
        const outcome = await python.run(run);
        note(200, outcome);
        return outcome;
      } catch (error) {
        note(500, { error: error instanceof Error ? error.message : String(error) });
        throw error;
      }
    },
  };
}
