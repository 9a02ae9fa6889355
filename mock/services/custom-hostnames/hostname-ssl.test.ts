import { describe, expect, it } from 'vitest';
import type { SslInput } from '../../../spec/services/custom-hostnames/schemas.ts';
import { World } from '../../world/world.ts';
import { makeSsl } from './hostname-ssl.ts';

const pem = (label: string) => `-----BEGIN ${label}-----\nMIIB\n-----END ${label}-----\n`;
const custom_certificate = pem('CERTIFICATE');
const custom_key = pem('EC PRIVATE KEY');

describe('makeSsl', () => {
  const at = Date.UTC(2026, 0, 1);
  function world(): World {
    const made = new World({ tenants: 'strict', seed: 1 });
    made.clock.freeze(at);
    return made;
  }

  it.each<[string, string, SslInput, string[]]>([
    ['a wildcard hostname', '*.customer.com', {}, ['customer.com', '*.customer.com']],
    [
      'a hostname with a wildcard certificate',
      'customer.com',
      { wildcard: true },
      ['customer.com', '*.customer.com'],
    ],
  ])('covers %s and what is below', (_, hostname, input, hosts) => {
    expect(makeSsl(world(), hostname, input)).toMatchObject({ wildcard: true, hosts });
  });

  it('keeps the members that a change does not name', () => {
    const mine = world();
    const before = makeSsl(mine, 'shop.customer.com', {
      certificate_authority: 'lets_encrypt',
      settings: { http2: 'on', tls_1_3: 'on' },
    });
    const after = makeSsl(
      mine,
      'shop.customer.com',
      { method: 'email', type: 'dv', settings: { http2: 'off' } },
      before,
    );
    expect(after).toEqual({ ...before, method: 'email', settings: { http2: 'off', tls_1_3: 'on' } });
  });

  it('shows an uploaded certificate, and never its key', () => {
    const ssl = makeSsl(world(), 'shop.customer.com', { custom_certificate, custom_key });
    expect(ssl.custom_certificate).toBe(custom_certificate);
    expect(ssl.certificate_authority).toBeUndefined();
    expect(JSON.stringify(ssl)).not.toContain('PRIVATE KEY');
  });
});
