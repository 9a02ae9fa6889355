import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { checkStances, StanceError } from './check-stances.ts';
import { stanceList } from './index.ts';

describe('checkStances', () => {
  it('accepts switches and the address of the schema, and returns the switches', () => {
    const given = { $schema: './stances.schema.json', 'v4.unknown-zone.status': 404 };
    expect(checkStances(given)).toEqual({ 'v4.unknown-zone.status': 404 });
  });

  it.each([
    [
      'a name that is unknown',
      { 'v4.unknown-zone.state': 404 },
      'there is no stance v4.unknown-zone.state; did you mean v4.unknown-zone.status?',
    ],
    ['a name like no other', { constructor: 1 }, 'there is no stance constructor'],
    [
      'a question alone',
      { 'edge.blocked.body': 'JSON' },
      "edge.blocked.body is a question alone, and can't be set",
    ],
    [
      'another word',
      { 'token-validation.rule.place': 'frist' },
      'token-validation.rule.place is "frist", expected "last" or "first"; did you mean first?',
    ],
    ['another number', { 'token-validation.leeway': 5 }, 'token-validation.leeway is 5, expected 0 or 60'],
    [
      'an invalid status',
      { 'edge.blocked.status': 4033 },
      'edge.blocked.status is 4033, expected an HTTP status',
    ],
    [
      'a text for a code',
      { 'v4.unknown-path.code': '7003' },
      'v4.unknown-path.code is "7003", expected a code of an error',
    ],
    [
      'a word for yes',
      { 'edge.bearer.any-case': 'yes' },
      'edge.bearer.any-case is "yes", expected true or false',
    ],
    ['a list', [], 'stances are an object, such as { "v4.unknown-zone.status": 404 }'],
  ])('refuses %s', (_, given, message) => {
    expect(() => checkStances(given)).toThrow(new StanceError(Object.keys(given), message));
  });
});

describe('the list of stances', () => {
  const folder = join(import.meta.dirname, '..', '..', 'docs', 'decisions');
  const records = new Map(
    readdirSync(folder).map((name) => [Number(name.slice(0, 4)), readFileSync(join(folder, name), 'utf8')]),
  );

  it.each(stanceList)('%s names a heading of a decision record and a possible value', (_, stance) => {
    const { number, heading } = stance.record;
    const headings = records.get(number)?.match(/^#+ .*$/gm) ?? [];
    expect(headings.map((line) => line.replace(/^#+ (?:\d+\. )?/, ''))).toContain(heading);
    expect(stance.values.parse(stance.mock)).toBe(stance.mock);
  });
});
