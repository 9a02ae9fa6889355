import { expect, it } from 'vitest';
import { withUsualNames } from './usual-names.ts';

const made = "import { createMock } from 'touchstone';\nconst mock = createMock();\n";

it.each([
  ['mock.reset();', `${made}mock.reset();`],
  ['tenant.remove();', `${made}const tenant = mock.tenant();\ntenant.remove();`],
  ['const mock = other();', 'const mock = other();'],
  [
    "test('a', ({ platform }) => platform);",
    "import { test } from 'touchstone/vitest';\ntest('a', ({ platform }) => platform);",
  ],
  ["console.log('mock');", "console.log('mock');"],
  ['use({ mock: 1 }).mock;', 'use({ mock: 1 }).mock;'],
])('defines what %s uses, and nothing else', (text, whole) => {
  expect(withUsualNames(text)).toBe(whole);
});
