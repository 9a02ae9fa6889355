import { describe, expect, test } from 'vitest';
import { madeExchange, madeFinding, madeTest } from '../testing/made-results.ts';
import { keepTelling, tellingExchanges } from './kept-results.ts';

const steps = (...names: (string | null)[]) => names.map((step) => madeExchange({}, { step }));
const failing = (step: string, exchanges: ReturnType<typeof steps>) =>
  madeTest('fails', {
    exchanges,
    findings: [
      madeFinding('TV-CFG-4', { evidence: { differences: [], lines: null, pictures: null, steps: [step] } }),
    ],
  });

describe('tellingExchanges', () => {
  test('are the faulty request that a finding names, and the valid one before it', () => {
    const exchanges = steps('valid twin', 'before', 'without title', 'after', 'without host', 'after');
    const { valid, shown } = tellingExchanges(failing('without title', exchanges));
    expect([valid, shown]).toEqual([exchanges[0], exchanges[2]]);
    expect(shown).toBe(exchanges[2]);
  });

  test('are found within a step of another name', () => {
    const exchanges = steps('a: valid twin', 'a: faulty twin', 'b: valid twin', 'b: other');
    const { valid, shown } = tellingExchanges(failing('other', exchanges));
    expect(valid).toBe(exchanges[2]);
    expect(shown).toBe(exchanges[3]);
  });

  const twin = (status: number, step: string) =>
    madeExchange({}, { step, response: { status, headers: [], body: '{}' } });
  const evidenceOf = (received: string, ...named: string[]) => ({
    differences: [{ path: 'the answer', expected: 'a refusal', received }],
    lines: null,
    pictures: null,
    steps: named,
  });
  const may = madeFinding('V4-ENV-19', { level: 'may', evidence: evidenceOf('absent', 'first') });

  test.each([
    ['a later fault', evidenceOf('200 with success', 'second'), 1],
    ['no step', evidenceOf('418'), 2],
    ['no evidence', null, 3],
  ])('are those of the failed MUST, whatever a MAY before it names: %s', (_, evidence, index) => {
    const exchanges = [twin(400, 'first'), twin(200, 'second'), twin(418, 'third'), twin(400, 'fourth')];
    const findings = [may, madeFinding('TV-SRC-10', { evidence })];
    expect(tellingExchanges(madeTest('fails', { exchanges, findings })).shown).toBe(exchanges[index]);
  });

  test.each([
    [[400, 200, 400], '200 with success', 1],
    [[400, 200, 400], '400', 2],
    [[200, 503, 200], '503, not success', 1],
    [[400, 400, 400], 'absent', 2],
  ])('of several with the same name (%j) are the last one that answered %s', (statuses, received, index) => {
    const exchanges = statuses.map((status) => twin(status, 'faulty twin'));
    const findings = [madeFinding('TV-SRC-10', { evidence: evidenceOf(received, 'faulty twin') })];
    expect(tellingExchanges(madeTest('fails', { exchanges, findings })).shown).toBe(exchanges[index]);
  });

  test.each([
    ['the received text', '"another title"', 1],
    ['the received status', '404', 2],
    ['a text in no answer', '"nowhere"', 3],
    ['a text too short to identify an answer', '"a"', 3],
  ])('for %s are found in the last such answer, else the last exchange', (_, received, index) => {
    const answer = (body: string, status = 200) =>
      madeExchange({}, { response: { status, headers: [], body } });
    const exchanges = [
      answer('{}'),
      answer('{"title":"another title","b":"a"}'),
      answer('{}', 404),
      answer('{}'),
    ];
    const differences = [{ path: 'title', expected: '"x"', received }];
    const evidence = { differences, lines: null, pictures: null, steps: [] };
    const { shown } = tellingExchanges(
      madeTest('fails', { exchanges, findings: [madeFinding('TV-CFG-4', { evidence })] }),
    );
    expect(shown).toBe(exchanges[index]);
  });

  test('are the last one when no finding names a step, except steps that only read state', () => {
    const exchanges = steps(null, null, 'after', 'x: events');
    const { valid, shown } = tellingExchanges(madeTest('fails', { exchanges }));
    expect(valid).toBeUndefined();
    expect(shown).toBe(exchanges[1]);
  });

  test('are none where nothing was sent', () => {
    expect(tellingExchanges(madeTest('fails'))).toEqual({ valid: undefined, shown: undefined });
  });
});

describe('keepTelling', () => {
  test('keeps the most telling ones, then the latest, in their order', () => {
    const exchanges = steps('valid twin', 'faulty twin', 'after', 'p', 'q', 'r');
    const kept = keepTelling(failing('faulty twin', exchanges), 4);
    expect(kept.map(({ step }) => step)).toEqual(['valid twin', 'faulty twin', 'q', 'r']);
    expect(keepTelling(failing('faulty twin', exchanges), 6)).toBe(exchanges);
  });
});
