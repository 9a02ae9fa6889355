import { readFileSync } from 'node:fs';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { checkStances } from '../../spec/stances/check-stances.ts';
import { type Stance, type StanceId, type StanceValue, stanceList } from '../../spec/stances/index.ts';
import { stancesSchemaFile, stancesSchemaText } from '../record/stances-schema.ts';
import { askMock } from './ask-mock.ts';

/** Answers to a question that differ from the mock's default. */
function others({ values, mock }: Stance): readonly StanceValue[] {
  if (values instanceof z.ZodEnum) return values.options.filter((word) => word !== mock);
  if (values instanceof z.ZodLiteral)
    return [...values.values].filter((one) => one !== mock) as StanceValue[]; // numbers
  if (typeof mock === 'boolean') return [!mock];
  if (typeof mock !== 'number') return [];
  const isStatus = !values.safeParse(600).success;
  if (!isStatus) return [mock + 60];
  return [mock > 299 ? 418 : mock === 200 ? 201 : 200];
}

const cases = stanceList.flatMap(([id, stance]) =>
  stance.switch ? others(stance).map((value): [StanceId, StanceValue] => [id, value]) : [],
);

describe('conform stances', () => {
  it('finds that a default mock behaves as the list says', async () => {
    for (const { id, stance, value, otherwise, reason } of await askMock({})) {
      expect({ id, value, otherwise, reason }).toEqual({
        id,
        value: stance.mock,
        otherwise: null,
        reason: null,
      });
    }
  });

  it.each(cases)('finds that a mock behaves as set: %s %s', async (id, value) => {
    const stances = checkStances({ [id]: value });
    expect(await askMock({ stances }, [id])).toMatchObject([{ id, value }]);
  });
});

describe('the published schema of stance files', () => {
  const published = readFileSync(stancesSchemaFile, 'utf8');

  it('is up to date (touchstone record schema updates it)', () => {
    expect(published).toBe(stancesSchemaText());
  });

  it.each([
    ['a mistyped name', { 'v4.unknown-zone.state': 404 }],
    ['another word', { 'token-validation.rule.place': 'frist' }],
    ['a question alone', { 'edge.blocked.body': 'JSON' }],
  ])('refuses %s, and accepts valid values', (_, wrong) => {
    const validate = new Ajv2020({ strict: false }).compile(JSON.parse(published));
    expect(validate({ $schema: './stances.schema.json', 'v4.unknown-zone.status': 404 })).toBe(true);
    expect(validate(wrong)).toBe(false);
  });
});
