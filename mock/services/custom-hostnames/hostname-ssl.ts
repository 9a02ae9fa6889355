import { ApiError } from '../../../spec/errors.ts';
import { uuidSchema } from '../../../spec/schema.ts';
import type { CustomHostnameSsl, SslInput } from '../../../spec/services/custom-hostnames/schemas.ts';
import { toTimestamp } from '../../world/clock.ts';
import type { World } from '../../world/world.ts';

const certificate = /^\s*-----BEGIN CERTIFICATE-----[A-Za-z0-9+/=\s]+-----END CERTIFICATE-----/;
const privateKey =
  /^\s*-----BEGIN (?:RSA |EC )?PRIVATE KEY-----[A-Za-z0-9+/=\s]+-----END (?:RSA |EC )?PRIVATE KEY-----/;

/** Lifetime of a certificate: 90 days. */
const lifetime = 90 * 24 * 60 * 60 * 1000;

const issuers = {
  digicert: 'DigiCertInc',
  google: 'GoogleTrustServices',
  lets_encrypt: "Let'sEncrypt",
  ssl_com: 'SSLCorporation',
} as const;

/**
 * Checks a certificate as far as possible without parsing it: codes 1426 to 1443.
 *
 * @throws ApiError
 */
export function checkSsl(input: SslInput): void {
  const { method, type, settings, custom_csr_id: csr } = input;
  if ((method === undefined) !== (type === undefined)) {
    throw new ApiError(
      'hostname-validation-incomplete',
      {},
      method === undefined ? '/ssl/method' : '/ssl/type',
    );
  }
  if (settings?.ciphers?.length && settings.min_tls_version === '1.3') {
    throw new ApiError('hostname-ciphers-pointless', {}, '/ssl/settings/ciphers');
  }
  if (csr !== undefined) {
    const failure = uuidSchema.safeParse(csr).success ? 'hostname-csr-unknown' : 'hostname-csr-invalid';
    throw new ApiError(failure, { id: csr }, '/ssl/custom_csr_id');
  }
  if (input.custom_certificate !== undefined) {
    checkPair(input.custom_certificate, input.custom_key ?? '', '/ssl');
  }
  for (const [index, pair] of (input.custom_cert_bundle ?? []).entries()) {
    checkPair(pair.custom_certificate, pair.custom_key, `/ssl/custom_cert_bundle/${index}`);
  }
}

function checkPair(text: string, key: string, place: string): void {
  if (text.trim() === '') throw new ApiError('hostname-certificate-empty', {}, `${place}/custom_certificate`);
  if (!certificate.test(text)) {
    throw new ApiError('hostname-certificate-unparsable', {}, `${place}/custom_certificate`);
  }
  if (!privateKey.test(key)) throw new ApiError('hostname-key-unparsable', {}, `${place}/custom_key`);
}

/**
 * The certificate of a hostname, active at once: there is no DNS to wait for, and no client ever sees it.
 *
 * @param before the certificate that this one replaces; missing members keep its values
 */
export function makeSsl(
  { ids, clock }: Pick<World, 'ids' | 'clock'>,
  hostname: string,
  input: SslInput,
  before?: CustomHostnameSsl,
): CustomHostnameSsl {
  const now = clock.now();
  const base = hostname.replace(/^\*\./, '');
  const authority = input.certificate_authority ?? before?.certificate_authority ?? 'google';
  const wildcard = input.wildcard ?? before?.wildcard ?? hostname !== base;
  const settings = { ...before?.settings, ...input.settings };
  const uploaded = input.custom_certificate ?? input.custom_cert_bundle?.[0]?.custom_certificate;
  const custom = uploaded ?? before?.custom_certificate;
  return {
    id: before?.id ?? ids.uuid(),
    status: 'active',
    method: input.method ?? before?.method ?? 'http',
    type: 'dv',
    bundle_method: input.bundle_method ?? before?.bundle_method ?? 'ubiquitous',
    ...(custom === undefined
      ? { certificate_authority: authority, issuer: issuers[authority], signature: 'ECDSAWithSHA256' }
      : { custom_certificate: custom }),
    wildcard,
    hosts: wildcard ? [base, `*.${base}`] : [base],
    ...(Object.keys(settings).length > 0 ? { settings } : {}),
    serial_number: before?.serial_number ?? ids.hex32(),
    uploaded_on: before?.uploaded_on ?? toTimestamp(now),
    expires_on: before?.expires_on ?? toTimestamp(now + lifetime),
    dcv_delegation_records: [
      {
        cname: `_acme-challenge.${base}`,
        cname_target: before?.dcv_delegation_records?.[0]?.cname_target ?? delegation(ids, base),
      },
    ],
  };
}

const delegation = (ids: World['ids'], base: string) => `${base}.${ids.hex16()}.dcv.touchstone.localhost`;
