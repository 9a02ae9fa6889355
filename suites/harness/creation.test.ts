import { expect, it } from 'vitest';
import { createCreation } from './creation.ts';
import { createSerial } from './run-context.ts';

const create = (hosts: readonly string[] = []) =>
  createCreation({
    call: () => Promise.reject(new Error('No request is expected.')),
    run: 'x1y2z3',
    zoneId: () => '0'.repeat(32),
    zoneName: () => 'example.localhost',
    accountId: () => '1'.repeat(32),
    hosts,
    serial: createSerial(),
    beforeOperation: async () => {},
  });

it('makes titles that do not contain each other', () => {
  const { title } = create();
  const titles = Array.from({ length: 120 }, () => title());
  const within = titles.filter((one) => titles.some((other) => other !== one && other.includes(one)));
  expect(within).toEqual([]);
});

it('uses the hosts of the target file first, one for each label', () => {
  const hosts = (...labels: string[]) => labels.map(create(['www.shop.example', 'img.shop.example']).host);
  expect(hosts('docs', 'api', 'more', 'docs', '')).toEqual([
    'img.shop.example',
    'www.shop.example',
    'more.example.localhost',
    'img.shop.example',
    '.example.localhost',
  ]);
});
