import { expect, test } from 'vitest';
import { createCatalogue } from './catalogue.ts';
import { judgeServices, namePresent } from './service-results.ts';
import { madeTest } from './testing/made-results.ts';
import { judgeRequirements } from './verdict.ts';

const catalogue = createCatalogue([
  { id: 'A-B-1', level: 'must', sentence: 'It holds.', passage: 'a seed', certainty: 'seed' },
]);

const of = (suite: string, status: 'passed' | 'failed' | 'skipped', reason: string | null = null) =>
  madeTest(`${suite} ${Math.random()}`, { suite, status, reason, requirements: ['A-B-1'] });

test('each service has its own verdict, and one with only skipped tests is absent', () => {
  const tests = [
    of('zones/list', 'passed'),
    of('inference/run', 'failed'),
    of('inference/chat', 'passed'),
    of('artifacts/repos', 'skipped', '0 of 1 endpoints answer'),
    of('artifacts/git', 'skipped', 'no git'),
    of('artifacts/lists', 'skipped', '0 of 1 endpoints answer'),
  ];
  const services = judgeServices(tests, judgeRequirements(tests, catalogue), catalogue, false);
  expect(services.map(({ name, verdict, reason }) => [name, verdict, reason])).toEqual([
    ['zones', 'conformant', null],
    ['inference', 'not conformant', null],
    ['artifacts', 'absent', '0 of 1 endpoints answer'],
  ]);
  expect(namePresent(services)).toBe('zones, inference');
});

test('a verdict about everything names no service', () => {
  const tests = ['a', 'b', 'c', 'd'].map((name) => of(name, 'passed'));
  expect(namePresent(judgeServices(tests, [], catalogue, false))).toBe('all 4 services');
});
