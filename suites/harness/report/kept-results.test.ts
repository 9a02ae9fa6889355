import { describe, expect, test } from 'vitest';
import type { Level } from '../../../spec/requirement.ts';
import type { Exchange } from '../exchange.ts';
import { madeExchange, madeFinding, madeTest } from '../testing/made-results.ts';
import { sharedCauses } from './causes.ts';
import { keepTelling, tellingExchanges } from './kept-results.ts';

const steps = (...names: (string | null)[]) => names.map((step) => madeExchange({}, { step }));
const answer = (status: number, step: string | null = null, body = '{}') =>
  madeExchange({}, { step, response: { status, headers: [], body } });
const evidenceOf = (received: string, ...named: string[]) => ({
  ...{ lines: null, pictures: null, steps: named },
  differences: [{ path: 'the answer', expected: 'a refusal', received }],
});
const failing = (exchanges: ReturnType<typeof steps>, ...evidence: Parameters<typeof evidenceOf>) =>
  madeTest('fails', {
    exchanges,
    findings: [madeFinding('TV-CFG-4', { evidence: evidenceOf(...evidence) })],
  });

describe('the exchanges that a report shows', () => {
  const twins = steps('valid twin', 'before', 'without title', 'after', 'without host', 'after');
  const nested = steps('a: valid twin', 'a: faulty twin', 'b: valid twin', 'b: other');
  test.each([
    ['the faulty request that a finding names, and its valid one', failing(twins, '', 'without title'), 0, 2],
    ['those within a step of another name', failing(nested, '', 'other'), 2, 3],
    [
      'the last one if no finding names a step, except steps that only read state',
      madeTest('fails', { exchanges: steps(null, null, 'after', 'x: events') }),
      undefined,
      1,
    ],
    ['none where nothing was sent', madeTest('fails'), undefined, undefined],
  ])('are %s', (_, result, valid, shown) => {
    const found = tellingExchanges(result);
    const at = (one?: Exchange) => one && result.exchanges.indexOf(one);
    expect([at(found.valid), at(found.shown)]).toEqual([valid, shown]);
  });

  const may = madeFinding('V4-ENV-19', { level: 'may', evidence: evidenceOf('absent', 'first') });
  test.each([
    ['a later fault', evidenceOf('200 with success', 'second'), 1],
    ['no step', evidenceOf('418'), 2],
    ['no evidence', null, 3],
  ])('are those of the failed MUST, whatever a MAY before it names: %s', (_, evidence, index) => {
    const exchanges = [
      answer(400, 'first'),
      answer(200, 'second'),
      answer(418, 'third'),
      answer(400, 'fourth'),
    ];
    const findings = [may, madeFinding('TV-SRC-10', { evidence })];
    expect(tellingExchanges(madeTest('fails', { exchanges, findings })).shown).toBe(exchanges[index]);
  });

  test.each([
    [[400, 200, 400], '200 with success', 1],
    [[400, 200, 400], '400', 2],
    [[200, 503, 200], '503, not success', 1],
    [[400, 400, 400], 'absent', 2],
  ])('of several with the same name (%j) are the last one that answered %s', (statuses, received, index) => {
    const exchanges = statuses.map((status) => answer(status, 'faulty twin'));
    expect(tellingExchanges(failing(exchanges, received, 'faulty twin')).shown).toBe(exchanges[index]);
  });

  test.each([
    ['the received text', '"another title"', 1],
    ['the received status', '404', 2],
    ['a text in no answer', '"nowhere"', 3],
    ['a text too short to identify an answer', '"a"', 3],
  ])('for %s are found in the last such answer, else the last exchange', (_, received, index) => {
    const titled = answer(200, null, '{"title":"another title","b":"a"}');
    const exchanges = [answer(200), titled, answer(404), answer(200)];
    expect(tellingExchanges(failing(exchanges, received)).shown).toBe(exchanges[index]);
  });

  test('are kept, then the latest, in their order', () => {
    const exchanges = steps('valid twin', 'faulty twin', 'after', 'p', 'q', 'r');
    const result = failing(exchanges, '', 'faulty twin');
    expect(keepTelling(result, 4).map(({ step }) => step)).toEqual(['valid twin', 'faulty twin', 'q', 'r']);
    expect(keepTelling(result, 6)).toBe(exchanges);
  });
});

describe('the causes that failures share', () => {
  const seen = (message: string, level: Level = 'must') =>
    madeTest(`${Math.random()}`, {
      failed_level: level,
      findings: [madeFinding('TV-CFG-4', { level, message })],
    });
  const ids = (tests: readonly { id: string }[]) => tests.map(({ id }) => id);

  test('are the same reason and level, the highest level and the largest group first', () => {
    const gateways = [7, 19, 20].map((at) =>
      seen(`a gateway was refused: status 404, ts-x1y2z3-${at} is unknown`),
    );
    const uuids = ['023e105f4ecef8ad9ca31a8372d0c353', '7ff5f2f95f2c4e3fa6c5f5c7d44f1d10'].map((id) =>
      seen(`/result/id is ${id}: must be a UUID`),
    );
    const names = ['a', 'b', 'c', 'd'].map(() => seen('the name is lost', 'should'));
    const broken = ['e', 'f'].map((id) => madeTest(id, { status: 'error', reason: 'HarnessError: no' }));
    const alone = [seen('the title is lost'), seen('the title is lost', 'should')];
    const tests = [
      ...names,
      ...alone,
      ...uuids,
      ...gateways,
      madeTest('passed', { status: 'passed' }),
      ...broken,
    ];
    expect(sharedCauses(tests)).toEqual([
      { level: null, seen: 'HarnessError: no', tests: ids(broken) },
      { level: 'must', seen: 'a gateway was refused: status 404, … is unknown', tests: ids(gateways) },
      { level: 'must', seen: '/result/id is …: must be a UUID', tests: ids(uuids) },
      { level: 'should', seen: 'the name is lost', tests: ids(names) },
    ]);
  });

  test('are a wrong item of a list once, wherever it is, and whatever follows from it', () => {
    const wrong = (at: string) =>
      `config.list: /result/${at}/id is 7: Invalid input: expected string, received number`;
    const listing = (at: string, follows: string) =>
      madeTest(at, {
        failed_level: 'should',
        findings: [
          madeFinding('TV-LIST-6', { level: 'should', message: follows }),
          madeFinding('V4-SHAPE-1', { level: 'should', message: wrong(at) }),
          madeFinding('TV-LIST-5', { level: 'may', message: 'the order is wrong' }),
        ],
      });
    const tests = [
      listing('3', 'the page at /2 is absent'),
      listing('17', 'the page at /1 is absent'),
      seen(`${wrong('0')}; 12 more are alike`, 'should'),
      seen(`${wrong('1')}; 1 more is alike`, 'should'),
    ];
    expect(sharedCauses(tests)).toEqual([{ level: 'should', seen: wrong('3'), tests: ids(tests) }]);
  });
});
