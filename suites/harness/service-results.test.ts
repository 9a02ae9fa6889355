import { expect, test } from 'vitest';
import { createCatalogue } from './catalogue.ts';
import { judgeServices, namePresent } from './service-results.ts';
import { madeFinding, madeTest } from './testing/made-results.ts';
import { judgeRequirements } from './verdict.ts';

const catalogue = createCatalogue([
  { id: 'A-B-1', level: 'must', sentence: 'It holds.', passage: 'a seed', certainty: 'seed' },
  { id: 'A-B-2', level: 'may', sentence: 'It holds.', passage: 'a guess', certainty: 'inferred' },
]);

const of = (suite: string, status: 'passed' | 'failed' | 'skipped', reason: string | null = null) =>
  madeTest(`${suite} ${Math.random()}`, {
    suite,
    status,
    reason,
    requirements: ['A-B-1'],
    findings: status === 'skipped' ? [] : [madeFinding('A-B-1', { status })],
  });

const ofMay = (suite: string, status: 'passed' | 'failed') =>
  madeTest(`${suite} ${Math.random()}`, {
    suite,
    status,
    level: 'may',
    failed_level: status === 'failed' ? 'may' : null,
    requirements: ['A-B-2'],
    findings: [madeFinding('A-B-2', { level: 'may', status })],
  });

test('each service has its own verdict; without any MUST it has none, and with skipped tests only it is absent', () => {
  const tests = [
    of('zones/list', 'passed'),
    of('inference/run', 'failed'),
    of('inference/chat', 'passed'),
    of('artifacts/repos', 'skipped', '0 of 1 endpoints answer'),
    of('artifacts/git', 'skipped', 'no git'),
    of('artifacts/lists', 'skipped', '0 of 1 endpoints answer'),
    ofMay('analytics/queries', 'passed'),
    ofMay('settings/settings', 'failed'),
  ];
  const services = judgeServices(tests, judgeRequirements(tests, catalogue), false);
  expect(services.map(({ name, verdict, reason }) => [name, verdict, reason])).toEqual([
    ['zones', 'conformant', null],
    ['inference', 'not conformant', null],
    ['artifacts', 'absent', '0 of 1 endpoints answer'],
    ['analytics', 'not judged', 'its tests have no MUST; --strict judges the others'],
    ['settings', 'not judged', 'its tests have no MUST; --strict judges the others'],
  ]);
  expect(namePresent(services)).toBe('zones, inference');
});

test('with strict, a service whose tests pass is judged without a MUST, and one whose tests fail is not conformant', () => {
  const tests = [ofMay('analytics/queries', 'passed'), ofMay('settings/settings', 'failed')];
  const services = judgeServices(tests, judgeRequirements(tests, catalogue), true);
  expect(services.map(({ verdict }) => verdict)).toEqual(['conformant', 'not conformant']);
});

test('a verdict about everything names no service', () => {
  const tests = ['a', 'b', 'c', 'd'].map((name) => of(name, 'passed'));
  expect(namePresent(judgeServices(tests, [], false))).toBe('all 4 services');
  const more = [...tests, ofMay('e', 'passed')];
  expect(namePresent(judgeServices(more, [], false))).toBe('all 4 services with a MUST');
});
