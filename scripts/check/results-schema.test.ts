import { readFileSync } from 'node:fs';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { describe, expect, it } from 'vitest';
import { keptResults } from '../../suites/harness/report/kept-results.ts';
import {
  madeExchange,
  madeFinding,
  madeResult,
  madeTest,
} from '../../suites/harness/testing/made-results.ts';
import { resultsSchema, resultsSchemaFile } from '../record/results-schema.ts';

const published = readFileSync(resultsSchemaFile, 'utf8');
const evidence = {
  differences: [{ path: 'the status', expected: '400', received: '200' }],
  lines: '- a\n+ b',
  pictures: { expected: 'a.png', actual: 'b.png', difference: null },
  steps: ['faulty twin'],
};
const result = madeResult([
  madeTest('fails', {
    findings: [madeFinding('TV-CFG-4', { evidence })],
    exchanges: [
      madeExchange({ headers: [['a', 'b']] }),
      madeExchange({}, { response: null, error: 'no answer' }),
    ],
  }),
]);

describe('the published schema of results.json', () => {
  it('is up to date (touchstone record schema updates it)', () => {
    expect(published).toBe(resultsSchema());
  });

  const validate = new Ajv2020({ strict: true, allErrors: true }).compile(JSON.parse(published));

  it('accepts what conform writes', () => {
    validate(JSON.parse(JSON.stringify(keptResults(result, 'failures'))));
    expect(validate.errors ?? []).toEqual([]);
  });

  it.each([
    ['another format', { ...result, format: 'touchstone-results/0' }, '/format'],
    ['an unknown verdict', { ...result, verdict: 'fine' }, '/verdict'],
    [
      'a test without a status',
      { ...result, tests: [{ ...result.tests[0], status: undefined }] },
      '/tests/0',
    ],
  ])('refuses %s', (_, wrong, place) => {
    expect(validate(JSON.parse(JSON.stringify(wrong)))).toBe(false);
    expect(validate.errors?.map(({ instancePath }) => instancePath)).toContain(place);
  });
});
