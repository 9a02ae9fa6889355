import { describe, expect, it } from 'vitest';
import { ApiError } from '../../../../spec/errors.ts';
import { readGatewayHeaders } from './gateway-headers.ts';

describe('readGatewayHeaders', () => {
  it('takes what headers leave open from the options of a run', () => {
    const headers = new Headers({ 'cf-aig-cache-ttl': '90' });
    const options = { gateway: { id: 'shop', cacheTtl: 60, skipCache: true } };
    expect(readGatewayHeaders(headers, options)).toEqual({
      'cf-aig-gateway-id': 'shop',
      'cf-aig-cache-ttl': 90,
      'cf-aig-skip-cache': true,
    });
  });

  it.each([
    ['cf-aig-max-attempts', '6'],
    ['cf-aig-retry-delay', '60001'],
    ['cf-aig-backoff', 'random'],
    ['cf-aig-metadata', '{'],
  ])("names %s when it can't be %s", (name, value) => {
    const read = () => readGatewayHeaders(new Headers({ [name]: value }));
    expect(read).toThrow(ApiError);
    expect(read).toThrow(name);
  });
});
