import { describe, expect, it } from 'vitest';
import type { OwnRefusal } from '../spec/endpoint.ts';
import { ApiError } from '../spec/errors.ts';
import { ownRefusal } from './own-refusal.ts';

const refusals: readonly OwnRefusal[] = [
  { of: 'body-invalid', at: '/ssl/method', as: 'hostname-method-unsupported' },
  { of: 'body-invalid', at: '/ssl', as: 'hostname-ssl-invalid' },
  { of: 'body-invalid', as: 'hostname-body-undecodable' },
];
const fault = (pointer?: string) =>
  new ApiError('body-invalid', { field: 'x', problem: 'is wrong' }, pointer);

describe('ownRefusal', () => {
  it.each([
    ['the member itself', '/ssl/method', 'hostname-method-unsupported'],
    ['something inside a member', '/ssl/settings/http2', 'hostname-ssl-invalid'],
    ['a member whose name only begins alike', '/ssl_cert', 'hostname-body-undecodable'],
    ['the body', '', 'hostname-body-undecodable'],
    ['no place', undefined, 'hostname-body-undecodable'],
  ])('takes the first that fits %s', (_, pointer, failure) => {
    const own = ownRefusal(fault(pointer), { refusals }, {});
    expect([own.failure, own.pointer]).toEqual([failure, pointer]);
  });

  it('leaves other failures, and operations without words of their own, as they are', () => {
    const other = new ApiError('json-malformed');
    expect(ownRefusal(other, { refusals }, {})).toBe(other);
    const general = fault('/ssl');
    expect(ownRefusal(general, {}, {})).toBe(general);
  });

  it('keeps the details and the cause, and names path variables', () => {
    const general = fault('/value');
    const own = ownRefusal(
      general,
      { refusals: [{ of: 'body-invalid', as: 'setting-value-invalid' }] },
      { setting_id: 'ssl' },
    );
    expect(own.message).toBe('Invalid value for zone setting ssl');
    expect(own.cause).toBe(general);
  });
});
