import { expect, it } from 'vitest';
import { applyDiff } from './changed-copy.ts';

const text = 'a = [\n  1,\n];\nb = [\n];\n';

it('adds lines after the context of their hunk, and removes lines', () => {
  const diff = '+++ a.ts\n a = [\n-  1,\n+  2,\n@@\n b = [\n+  3,\n';
  expect(applyDiff(text, diff)).toBe('a = [\n  2,\n];\nb = [\n  3,\n];\n');
});

it.each([
  ['that the file lacks', ' c = [\n+  2,\n', '0 places'],
  ['that occurs twice in the file', ' ];\n+c = 1;\n', '2 places'],
])('refuses a context %s', (_, hunk, message) => {
  expect(() => applyDiff(text, `+++ a.ts\n${hunk}`)).toThrow(message);
});
