import { expect, it } from 'vitest';
import { readWorkerMessage } from './messages.ts';

const bytes = new SharedArrayBuffer(1);

it.each([
  [{ kind: 'ready' }, true],
  [{ kind: 'overflow' }, true],
  [{ kind: 'ended', outcome: '{}' }, true],
  [{ kind: 'snapshot', snapshot: { head: bytes, memory: bytes, parts: [0, 4_096] }, product: 'p' }, true],
  [{ kind: 'ended', outcome: 1 }, false],
  [{ kind: 'ended' }, false],
  [{ kind: 'failed', reason: {} }, false],
  [{ kind: 'snapshot', snapshot: 'x' }, false],
  [{ kind: 'snapshot', snapshot: { head: bytes, memory: bytes, parts: ['0'] } }, false],
  [{ kind: 'other' }, false],
  ['ready', false],
  [null, false],
])('listens to %o of an interpreter: %s', (value, listened) => {
  expect(readWorkerMessage(value)).toBe(listened ? value : undefined);
});
