import { describe, expect, it, vi } from 'vitest';
import type { RepositoryStorage } from '../../mock/engines/git/repository-storage.ts';
import { memoryStorage } from '../../mock/engines/git/storage/memory-storage.ts';
import { createMock, type Mock, type RepositoryHost } from '../../mock/index.ts';
import type { Change } from '../../mock/world/state/change.ts';
import { MemoryState } from '../../mock/world/state/testing/memory-state.ts';
import { type ExampleSetting, exampleTime, openExampleSetting } from '../docs/example-setting.ts';
import { recordExamples } from '../docs/record-examples.ts';
import { stories } from '../docs/stories.ts';

/** The operations of the admin interface whose answers are kept; the others are about tests and the run. */
const keptOfMock: ReadonlySet<string | null> = new Set([
  'touchstone.event.list',
  'touchstone.tenant.list',
  'touchstone.credits.get',
  'touchstone.picture.get',
]);

/** A setting whose requests another function answers. */
interface Scene {
  readonly mock: Mock;
  readonly state: MemoryState;
  /** A mock that starts with what was kept so far, at the same time. */
  restart(): Mock;
}

async function open(answer: (request: Request, scene: Scene) => Promise<Response>): Promise<ExampleSetting> {
  const state = new MemoryState();
  const storages = new Map<string, RepositoryStorage>();
  const repositories: RepositoryHost = {
    storageFor(id, head) {
      const storage = storages.get(id) ?? memoryStorage(head);
      storages.set(id, storage);
      return storage;
    },
  };
  const setting = await openExampleSetting({ state, repositories });
  const { mock } = setting;
  const restart = () => {
    const again = createMock({ state: state.restarted(), repositories, browser: false });
    again.clock.freeze(Date.parse(exampleTime));
    return again;
  };
  return { ...setting, mock: { ...mock, fetch: (request) => answer(request, { mock, state, restart }) } };
}

/** The records of a mock by path, as they would be kept, without numbers that are only counted. */
function getRecords({ world }: Mock): Readonly<Record<string, unknown[]>> {
  const all: Change[] = JSON.parse(JSON.stringify([...world.changes('')]));
  const byPath: Record<string, unknown[]> = {};
  for (const [path, , record] of all) {
    if (!path.endsWith('/count')) byPath[path] = [...(byPath[path] ?? []), record];
  }
  return byPath;
}

/** Changes that no request made are kept in the next turn. */
const changesOfBackground = () => new Promise((resolve) => setTimeout(resolve, 0));

async function read(mock: Mock, request: Request) {
  const answer = await mock.fetch(request.clone());
  return { status: answer.status, text: await answer.text() };
}

describe('with --state', () => {
  it('every GET of every story is answered the same after a restart', async () => {
    let compared = 0;
    await recordExamples(stories, () => {
      const reads = new Map<string, Request>();
      return open(async (request, { mock, restart }) => {
        const copy = request.clone();
        const answer = await mock.fetch(request);
        const operation = answer.headers.get('touchstone-operation');
        const isKept = !operation?.startsWith('touchstone.') || keptOfMock.has(operation);
        const isJson = answer.headers.get('content-type')?.startsWith('text/event-stream') === false;
        if (copy.method === 'GET' && isKept && isJson) reads.set(copy.url, copy);
        await mock.webhooks();
        await changesOfBackground();
        const again = restart();
        expect(getRecords(again), copy.url).toEqual(getRecords(mock));
        for (const [url, one] of reads) {
          expect({ url, ...(await read(again, one)) }).toEqual({ url, ...(await read(mock, one)) });
          compared++;
        }
        return answer;
      });
    });
    expect(compared).toBeGreaterThan(500);
  }, 120_000);

  it('a change of any story that can not be written is refused and leaves nothing', async () => {
    const logged = vi.spyOn(console, 'error').mockImplementation(() => {});
    let refused = 0;
    await recordExamples(stories, () =>
      open(async (request, { mock, state }) => {
        // A push changes the repository itself.
        if (request.method === 'GET' || request.url.includes('/git/')) return mock.fetch(request);
        const before = getRecords(mock);
        state.failure = Object.assign(new Error('ENOSPC: no space left on device, write'), {
          code: 'ENOSPC',
        });
        const { appended } = state;
        const answer = await mock.fetch(request.clone());
        expect(state.appended).toBe(appended);
        state.failure = undefined;
        // It changed nothing that is kept.
        if (answer.status !== 507) return answer;
        refused++;
        // What a reset has removed is gone; the next write tries to keep that again.
        if (!request.url.endsWith('/reset')) expect(getRecords(mock), request.url).toEqual(before);
        return mock.fetch(request);
      }),
    );
    expect(refused).toBeGreaterThan(60);
    logged.mockRestore();
  }, 120_000);
});
