import { readFileSync } from 'node:fs';
import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { describe, expect, it } from 'vitest';
import { targetSchema, targetSchemaFile } from '../record/target-schema.ts';

const published = readFileSync(targetSchemaFile, 'utf8');

describe('the published schema of target files', () => {
  it('is up to date (touchstone record schema updates it)', () => {
    expect(published).toBe(targetSchema());
  });

  const ajv = new Ajv2020({ allErrors: true, strict: false });
  addFormats(ajv);
  const validate = ajv.compile(JSON.parse(published));

  it('accepts a file that leaves its secrets to the environment', () => {
    validate({
      api: 'https://your.host/client/v4',
      operations: [{ operation_id: 'op-1' }],
      models: { hosted_chat: '@cf/your/model' },
      headers: { inference: { authorization: 'Bearer other' } },
    });
    expect(validate.errors ?? []).toEqual([]);
  });

  it.each([
    ['an operation without an id', { operations: [{ host: 'api.shop.example' }] }, '/operations/0'],
    ['a model for a role without tests', { models: { poetry: 'we/rhyme' } }, '/models'],
    ['headers of an unknown service', { headers: { weather: {} } }, '/headers'],
  ])('refuses %s', (_, wrong, place) => {
    expect(validate(wrong)).toBe(false);
    expect(validate.errors?.map(({ instancePath }) => instancePath)).toContain(place);
  });
});
