import { describe, expect, it } from 'vitest';
import { contract } from './contract.ts';
import type { Endpoint } from './endpoint.ts';
import { failureEnvelope, failureEnvelopeSchema } from './envelope.ts';
import { ApiError, type FailureName, failures } from './errors.ts';

const names = Object.keys(failures) as FailureName[];

describe('the catalogue of failures', () => {
  it.each(names)('%s makes an envelope that matches the contract', (name) => {
    expect(failureEnvelopeSchema.safeParse(failureEnvelope(new ApiError(name))).error).toBeUndefined();
  });

  it.each(names)('%s has a status of the 4xx or 5xx class', (name) => {
    expect(failures[name].status).toBeGreaterThanOrEqual(400);
  });

  it('gives every invented failure its own code', () => {
    const invented = names
      .filter((name) => failures[name].wording === 'invented')
      .map((name) => failures[name].code);
    const others = names
      .filter((name) => failures[name].wording !== 'invented')
      .map((name) => failures[name].code);
    // Unknown zones and accounts share 9109 on purpose; all other failures need different codes.
    const own = invented.filter((code) => code !== 9109);
    expect(new Set(own).size).toBe(own.length);
    expect(own.filter((code) => others.includes(code))).toEqual([]);
  });

  it('fills the placeholders of a message', () => {
    const error = new ApiError('config-unknown', { id: 'abc' }, '/id');
    expect(error.message).toBe('No token configuration abc in this zone');
    expect(failureEnvelope(error).errors).toEqual([
      { code: 110404, message: error.message, source: { pointer: '/id' } },
    ]);
  });

  it('chains the entry that names the malformed header', () => {
    expect(failureEnvelope(new ApiError('authorization-malformed')).errors).toEqual([
      {
        code: 6003,
        message: 'Invalid request headers',
        error_chain: [{ code: 6111, message: 'Invalid format for Authorization header' }],
      },
    ]);
  });
});

describe('the contract', () => {
  it.each(Object.entries(contract) as [string, Endpoint][])(
    '%s has an example that its schema accepts',
    (_, endpoint) => {
      if (!endpoint.body) expect(endpoint.example).toBeUndefined();
      else expect(endpoint.body.safeParse(endpoint.example).error).toBeUndefined();
    },
  );
});
