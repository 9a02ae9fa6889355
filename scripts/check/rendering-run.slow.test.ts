import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { commands } from './runtimes.ts';

test('a program that renders a page ends by itself, with the same bytes on every runtime', {
  timeout: 120_000,
}, async () => {
  const drawn = new Set<string>();
  for (const [program = '', ...args] of Object.values(commands)) {
    const script = join(import.meta.dirname, 'rendering-run.ts');
    drawn.add((await promisify(execFile)(program, [...args, script])).stdout);
  }
  expect([...drawn]).toEqual([expect.stringMatching(/^[0-9a-f]{64}\n$/)]);
});
