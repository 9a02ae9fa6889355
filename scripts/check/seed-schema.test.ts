import { readFileSync } from 'node:fs';
import { Ajv } from 'ajv';
import addFormats from 'ajv-formats';
import { describe, expect, it } from 'vitest';
import { parseSeed } from '../../mock/control/seed/parse-seed.ts';
import { seedSchemaFile, seedSchemaText } from '../record/seed-schema.ts';
import { starterYaml } from '../seed/init.ts';

const published = readFileSync(seedSchemaFile, 'utf8');

describe('the published schema of seed files', () => {
  it('is that by which they are checked (touchstone record schema writes it anew)', () => {
    expect(published).toBe(seedSchemaText());
  });

  const ajv = new Ajv({ allErrors: true, strict: false });
  addFormats(ajv);
  // They are hints for people: what they mean is checked when a mock is made.
  for (const name of ['base64', 'json']) ajv.addFormat(name, true);
  const validate = ajv.compile(JSON.parse(published));

  it('takes the file that init writes', async () => {
    const { value } = await parseSeed(starterYaml('./seed.schema.json'));
    validate(value);
    expect(validate.errors ?? []).toEqual([]);
  });

  it.each([
    ['a member that is mistyped', { zone: [] }, ''],
    ['a zone without a name', { zones: [{}] }, '/zones/0'],
    [
      'a mistyped member of a token rule',
      { zones: [{ name: 'a.test', token_rules: [{ titel: '' }] }] },
      '/zones/0/token_rules/0',
    ],
    ['a role that there is not', { tokens: [{ value: 'a', role: 'all' }] }, '/tokens/0/role'],
    [
      'a mistyped member of an account of its own',
      { accounts: [{ name: 'Acme', gateway: [] }] },
      '/accounts/0',
    ],
    ['a time that is none', { clock: { frozen_at: 'noon' } }, '/clock/frozen_at'],
  ])('refuses %s', (_, seed, place) => {
    expect(validate(seed)).toBe(false);
    expect(validate.errors?.map(({ instancePath }) => instancePath)).toContain(place);
  });

  it('says of each part at the top what it is for', () => {
    const { properties }: { properties: Record<string, { description?: string }> } = JSON.parse(published);
    const silent = Object.entries(properties).filter(([, { description }]) => description === undefined);
    expect(silent.map(([name]) => name)).toEqual([]);
  });
});
