import { readFileSync } from 'node:fs';
import { Ajv } from 'ajv';
import addFormats from 'ajv-formats';
import { describe, expect, it } from 'vitest';
import { parseSeed } from '../../mock/seed/parse-seed.ts';
import { seedSchemaFile, seedSchemaText } from '../record/seed-schema.ts';
import { starterYaml } from '../seed/init.ts';

const published = readFileSync(seedSchemaFile, 'utf8');

describe('the published schema of seed files', () => {
  it('is up to date (touchstone record schema updates it)', () => {
    expect(published).toBe(seedSchemaText());
  });

  const ajv = new Ajv({ allErrors: true, strict: false });
  addFormats(ajv);
  // They are hints for editors: a mock checks the content when it is created.
  for (const name of ['base64', 'json']) ajv.addFormat(name, true);
  const validate = ajv.compile(JSON.parse(published));

  it('accepts the file that init writes', async () => {
    const { value } = await parseSeed(starterYaml('./seed.schema.json'));
    validate(value);
    expect(validate.errors ?? []).toEqual([]);
  });

  it.each([
    ['a misspelled member', { zone: [] }, ''],
    ['a zone without a name', { zones: [{}] }, '/zones/0'],
    [
      'a misspelled member of a token rule',
      { zones: [{ name: 'a.test', token_rules: [{ titel: '' }] }] },
      '/zones/0/token_rules/0',
    ],
    ['an unknown role', { tokens: [{ value: 'a', role: 'all' }] }, '/tokens/0/role'],
    ['a misspelled member of a custom account', { accounts: [{ name: 'Acme', gateway: [] }] }, '/accounts/0'],
    ['an invalid time', { clock: { frozen_at: 'noon' } }, '/clock/frozen_at'],
  ])('refuses %s', (_, seed, place) => {
    expect(validate(seed)).toBe(false);
    expect(validate.errors?.map(({ instancePath }) => instancePath)).toContain(place);
  });

  it('describes each top-level member', () => {
    const { properties }: { properties: Record<string, { description?: string }> } = JSON.parse(published);
    const silent = Object.entries(properties).filter(([, { description }]) => description === undefined);
    expect(silent.map(([name]) => name)).toEqual([]);
  });
});
