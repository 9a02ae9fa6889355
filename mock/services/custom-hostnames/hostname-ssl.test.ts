import { describe, expect, it } from 'vitest';
import { ApiError } from '../../../spec/errors.ts';
import { customHostnameSslSchema, type SslInput } from '../../../spec/services/custom-hostnames/schemas.ts';
import { World } from '../../world/world.ts';
import { checkSsl, makeSsl } from './hostname-ssl.ts';

const pem = (label: string) => `-----BEGIN ${label}-----\nMIIB\n-----END ${label}-----\n`;
const custom_certificate = pem('CERTIFICATE');
const custom_key = pem('EC PRIVATE KEY');

function failure(input: SslInput) {
  try {
    checkSsl(input);
    return undefined;
  } catch (error) {
    if (error instanceof ApiError) return [error.failure, error.pointer];
    throw error;
  }
}

describe('checkSsl', () => {
  it.each<[string, SslInput]>([
    ['nothing at all', {}],
    ['a method and a type', { method: 'txt', type: 'dv' }],
    ['settings alone', { settings: { ciphers: ['AES128-SHA'], min_tls_version: '1.2' } }],
    ['TLS 1.3 without ciphers', { settings: { ciphers: [], min_tls_version: '1.3' } }],
    ['a certificate with its key', { custom_certificate, custom_key }],
    ['a bundle', { custom_cert_bundle: [{ custom_certificate, custom_key }] }],
  ])('takes %s', (_, input) => {
    expect(failure(input)).toBeUndefined();
  });

  it.each<[string, SslInput, string, string]>([
    ['a method alone', { method: 'txt' }, 'hostname-validation-incomplete', '/ssl/type'],
    ['a type alone', { type: 'dv' }, 'hostname-validation-incomplete', '/ssl/method'],
    [
      'ciphers beside TLS 1.3',
      { settings: { ciphers: ['AES128-SHA'], min_tls_version: '1.3' } },
      'hostname-ciphers-pointless',
      '/ssl/settings/ciphers',
    ],
    ['an invalid CSR id', { custom_csr_id: 'x' }, 'hostname-csr-invalid', '/ssl/custom_csr_id'],
    [
      'an unknown CSR',
      { custom_csr_id: '00000000-0000-4000-8000-000000000000' },
      'hostname-csr-unknown',
      '/ssl/custom_csr_id',
    ],
    [
      'an empty certificate',
      { custom_certificate: ' ', custom_key },
      'hostname-certificate-empty',
      '/ssl/custom_certificate',
    ],
    [
      'an invalid certificate',
      { custom_certificate: custom_key, custom_key },
      'hostname-certificate-unparsable',
      '/ssl/custom_certificate',
    ],
    ['a certificate without a key', { custom_certificate }, 'hostname-key-unparsable', '/ssl/custom_key'],
    [
      'a second pair without a key',
      {
        custom_cert_bundle: [
          { custom_certificate, custom_key },
          { custom_certificate, custom_key: '' },
        ],
      },
      'hostname-key-unparsable',
      '/ssl/custom_cert_bundle/1/custom_key',
    ],
  ])('refuses %s', (_, input, expected, pointer) => {
    expect(failure(input)).toEqual([expected, pointer]);
  });
});

describe('makeSsl', () => {
  const at = Date.UTC(2026, 0, 1);
  function world(): World {
    const made = new World({ tenants: 'strict', seed: 1 });
    made.clock.freeze(at);
    return made;
  }

  it('creates an active certificate of 90 days', () => {
    const ssl = makeSsl(world(), 'shop.customer.com', { method: 'txt', type: 'dv' });
    expect(ssl).toMatchObject({
      status: 'active',
      method: 'txt',
      type: 'dv',
      bundle_method: 'ubiquitous',
      certificate_authority: 'google',
      wildcard: false,
      hosts: ['shop.customer.com'],
      uploaded_on: '2026-01-01T00:00:00.000000Z',
      expires_on: '2026-04-01T00:00:00.000000Z',
    });
    expect(customHostnameSslSchema.safeParse(ssl).error).toBeUndefined();
  });

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
