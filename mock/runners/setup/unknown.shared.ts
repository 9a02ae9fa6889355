import assert from 'node:assert/strict';
import { createMock } from '../../index.ts';
import { setupNetwork } from '../../setup.ts';
import { type SharedCase, withoutConsole } from './workbench.shared.ts';

const path = 'https://api.cloudflare.com/client/v4/zone';

/** Captures what a network prints at its end. */
const printed = (options: Parameters<typeof setupNetwork>[1], url: string) =>
  withoutConsole('warn', async () => {
    const mock = createMock();
    const network = await setupNetwork(mock.handlers(), options);
    await (await fetch(url)).text();
    network.close();
    network.close();
    await mock.close();
  });

/** The summary of requests without an operation. */
export const unknownCases: readonly SharedCase[] = [
  {
    title: 'close() prints requests without an operation once',
    run: async () => {
      const [told, ...rest] = await printed({}, path);
      assert.match(String(told), /1 × GET \/client\/v4\/zone\n\s+Did you mean GET \/client\/v4\/zones\?/);
      assert.deepEqual(rest, []);
    },
  },
  {
    title: 'close() prints nothing if set to silent, or without such requests',
    run: async () => {
      assert.deepEqual(await printed({ unknown: 'silent' }, path), []);
      assert.deepEqual(await printed({}, `${path}s`), []);
    },
  },
];
