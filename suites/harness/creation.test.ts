import { expect, it } from 'vitest';
import { createCreation } from './creation.ts';
import { createSerial } from './run-context.ts';

it('makes titles that do not contain each other', () => {
  const { title } = createCreation({
    call: () => Promise.reject(new Error('No request is expected.')),
    run: 'x1y2z3',
    zoneId: () => '0'.repeat(32),
    zoneName: () => 'example.localhost',
    accountId: () => '1'.repeat(32),
    serial: createSerial(),
    beforeOperation: async () => {},
  });
  const titles = Array.from({ length: 120 }, () => title());
  const within = titles.filter((one) => titles.some((other) => other !== one && other.includes(one)));
  expect(within).toEqual([]);
});
