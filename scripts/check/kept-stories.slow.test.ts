import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it, vi } from 'vitest';
import type { RepositoryStorage } from '../../mock/engines/git/repository-storage.ts';
import { memoryStorage } from '../../mock/engines/git/storage/memory-storage.ts';
import { createMock, type Mock, type RepositoryHost } from '../../mock/index.ts';
import { judgeRecords } from '../../mock/serve/state/record-shapes.ts';
import { worldDefaults } from '../../mock/world/defaults.ts';
import type { Change } from '../../mock/world/state/change.ts';
import { KeptNode } from '../../mock/world/state/kept-node.ts';
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

/** A value with one thing in it replaced by another kind of value, or left out: every member, and the first item of lists. */
function* spoil(value: unknown): Generator<unknown> {
  yield* [null, -0.5, 'x', [], {}].filter((other) => JSON.stringify(other) !== JSON.stringify(value));
  if (typeof value !== 'object' || value === null) return;
  for (const [name, member] of Object.entries(value).slice(0, Array.isArray(value) ? 1 : undefined)) {
    const others = Object.entries(value).filter(([other]) => other !== name);
    const make = Array.isArray(value)
      ? (list: [string, unknown][]) => list.map(([, item]) => item)
      : Object.fromEntries;
    yield make(others);
    for (const spoiled of spoil(member)) yield make([[name, spoiled], ...others]);
  }
}

describe('with --state', () => {
  it('every GET of every story is answered the same after a restart', async () => {
    let compared = 0;
    await recordExamples(stories, () => {
      const reads = new Map<string, Request>();
      return open(async (request, { mock, state, restart }) => {
        const copy = request.clone();
        const answer = await mock.fetch(request);
        const operation = answer.headers.get('touchstone-operation');
        const isKept = !operation?.startsWith('touchstone.') || keptOfMock.has(operation);
        const isJson = answer.headers.get('content-type')?.startsWith('text/event-stream') === false;
        if (copy.method === 'GET' && isKept && isJson) reads.set(copy.url, copy);
        await mock.webhooks();
        await changesOfBackground();
        await judgeRecords(state.restarted().kept ?? expect.fail());
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

  it('a record with anything wrong in it is refused by line, or no request fails for it', async () => {
    const folder = join(import.meta.dirname, '../../fixtures/state');
    const text = await readFile(join(folder, '0.1.0/state.jsonl'), 'utf8');
    const changes: [string, string, unknown][] = text
      .split('\n')
      .slice(1, -1)
      .flatMap((line) => JSON.parse(line).changes);
    const paths = Object.keys(JSON.parse(await readFile(join(folder, '0.1.0.answers.json'), 'utf8')));
    const urls = [...paths.map((path) => `http://localhost${path}`), 'http://api.example.localhost/users/7'];
    const headers = { authorization: `Bearer ${worldDefaults.apiToken}` };
    // One of each kind: ids are parts of paths.
    const kinds = Map.groupBy(changes, ([path]) => path.replaceAll(/\/[0-9a-f]{32}\//g, '/'));
    let refused = 0;
    for (const [change = expect.fail()] of kinds.values()) {
      const [path, id, record] = change;
      for (const wrong of spoil(record)) {
        const what = `line 7, record ${JSON.stringify(id)} of ${path}: `;
        const getNode = (list: typeof changes) => {
          const kept = new KeptNode('state.jsonl');
          for (const one of list) kept.apply(one === change ? [path, id, wrong] : one, 7);
          return kept;
        };
        try {
          await judgeRecords(getNode([change]));
        } catch (error) {
          expect(String(error)).toContain(`state.jsonl is damaged: ${what}`);
          refused++;
          continue;
        }
        let mock: Mock;
        try {
          mock = createMock({ state: new MemoryState(getNode(changes)), browser: false });
        } catch (error) {
          expect(String(error)).toContain(`state.jsonl is damaged: ${what}`);
          continue;
        }
        for (const url of urls) {
          const request = new Request(url, { headers });
          const { status } = await (url.startsWith('http://localhost')
            ? mock.fetch(request)
            : mock.edge(request));
          expect(status, `${url} with ${what}${JSON.stringify(wrong)}`).not.toBe(500);
        }
        await mock.close();
      }
    }
    expect(refused).toBeGreaterThan(2500);
  }, 120_000);
});
