import { z } from 'zod';
import { endpoint, type OwnRefusal } from '../../endpoint.ts';
import { customHostnamesEdit, customHostnamesRead } from '../../permissions.ts';
import {
  customHostnameCreateBody,
  customHostnameEditBody,
  customHostnameListQuery,
  customHostnameParams,
  customHostnameQuotaSchema,
  customHostnameSchema,
  zoneParams,
} from './schemas.ts';

const source = 'seed inference-and-conversion, Endpoints; cloudflare-typescript, Custom hostnames';
const none = z.object({});
const edit = { kind: 'api', permissions: customHostnamesEdit } as const;
const read = { kind: 'api', permissions: customHostnamesRead } as const;

/** Own codes for invalid bodies. */
const refusals: readonly OwnRefusal[] = [
  { of: 'json-malformed', as: 'hostname-body-malformed' },
  { of: 'body-invalid', at: '/hostname', as: 'hostname-invalid' },
  { of: 'body-invalid', at: '/custom_metadata', as: 'hostname-metadata-invalid' },
  { of: 'body-invalid', at: '/custom_origin_server', as: 'hostname-origin-invalid' },
  { of: 'body-invalid', at: '/ssl/settings/http2', as: 'hostname-http2-invalid' },
  { of: 'body-invalid', at: '/ssl/settings/tls_1_2_only', as: 'hostname-tls-1-2-only-invalid' },
  { of: 'body-invalid', at: '/ssl/settings/tls_1_3', as: 'hostname-tls-1-3-invalid' },
  { of: 'body-invalid', at: '/ssl/settings/min_tls_version', as: 'hostname-min-tls-version-invalid' },
  { of: 'body-invalid', at: '/ssl/settings/ciphers', as: 'hostname-ciphers-invalid' },
  { of: 'body-invalid', at: '/ssl/method', as: 'hostname-method-unsupported' },
  { of: 'body-invalid', at: '/ssl/type', as: 'hostname-type-unsupported' },
  { of: 'body-invalid', at: '/ssl/bundle_method', as: 'hostname-bundle-method-invalid' },
  { of: 'body-invalid', at: '/ssl', as: 'hostname-ssl-invalid' },
  { of: 'body-invalid', as: 'hostname-body-undecodable' },
];

const bodyErrors = [
  'hostname-body-undecodable',
  'hostname-body-malformed',
  'hostname-metadata-invalid',
  'hostname-metadata-too-large',
  'hostname-metadata-wildcard',
  'hostname-metadata-denied',
  'hostname-origin-invalid',
  'hostname-origin-non-ascii',
  'hostname-origin-reserved',
  'hostname-origin-unparsable',
  'hostname-origin-prohibited',
  'hostname-origin-wildcard',
  'hostname-http2-invalid',
  'hostname-tls-1-2-only-invalid',
  'hostname-tls-1-3-invalid',
  'hostname-min-tls-version-invalid',
  'hostname-certificate-unparsable',
  'hostname-certificate-empty',
  'hostname-key-unparsable',
  'hostname-csr-invalid',
  'hostname-csr-unknown',
  'hostname-method-unsupported',
  'hostname-type-unsupported',
  'hostname-ssl-invalid',
  'hostname-validation-incomplete',
  'hostname-ciphers-invalid',
  'hostname-ciphers-pointless',
  'hostname-bundle-method-invalid',
] as const;

const idErrors = ['hostname-id-invalid', 'hostname-unknown'] as const;

const example = {
  ssl: { method: 'http', type: 'dv' },
  custom_metadata: { content_converter: 'enabled' },
} as const;

/** What most operations here share. */
const shared = {
  query: none,
  answer: 'envelope',
  status: 200,
  certainty: 'documented',
  source,
} as const;

/** Hostnames of customers on a zone. */
export const endpoints = {
  'custom-hostnames.hostname.list': endpoint({
    ...shared,
    method: 'GET',
    path: '/zones/{zone_id}/custom_hostnames',
    summary: 'List the custom hostnames of a zone',
    access: read,
    params: zoneParams,
    query: customHostnameListQuery,
    result: z.array(customHostnameSchema),
    answer: 'page',
    errors: ['hostname-contain-invalid', 'hostname-filters-excluded'],
  }),
  'custom-hostnames.hostname.create': endpoint({
    ...shared,
    method: 'POST',
    path: '/zones/{zone_id}/custom_hostnames',
    summary: 'Create a custom hostname, with its certificate and metadata',
    access: edit,
    params: zoneParams,
    body: customHostnameCreateBody,
    example: { hostname: 'shop.customer.localhost', ...example },
    result: customHostnameSchema,
    status: 201,
    errors: [
      ...bodyErrors,
      'hostname-quota-none',
      'hostname-quota-exceeded',
      'hostname-exists',
      'hostname-invalid',
      'hostname-non-ascii',
      'hostname-reserved',
      'hostname-unparsable',
      'hostname-prohibited',
    ],
    refusals,
  }),
  'custom-hostnames.quota.get': endpoint({
    ...shared,
    method: 'GET',
    path: '/zones/{zone_id}/custom_hostnames/quota',
    summary: 'Read the quota of custom hostnames of a zone',
    access: read,
    params: zoneParams,
    result: customHostnameQuotaSchema,
    errors: [],
  }),
  'custom-hostnames.hostname.get': endpoint({
    ...shared,
    method: 'GET',
    path: '/zones/{zone_id}/custom_hostnames/{custom_hostname_id}',
    summary: 'Read a custom hostname',
    access: read,
    params: customHostnameParams,
    result: customHostnameSchema,
    errors: idErrors,
  }),
  'custom-hostnames.hostname.edit': endpoint({
    ...shared,
    method: 'PATCH',
    path: '/zones/{zone_id}/custom_hostnames/{custom_hostname_id}',
    summary: 'Change the certificate, the metadata or the origin of a custom hostname',
    access: edit,
    params: customHostnameParams,
    body: customHostnameEditBody,
    example,
    result: customHostnameSchema,
    status: 202,
    errors: [...idErrors, ...bodyErrors, 'hostname-fixed'],
    refusals,
  }),
  'custom-hostnames.hostname.delete': endpoint({
    ...shared,
    method: 'DELETE',
    path: '/zones/{zone_id}/custom_hostnames/{custom_hostname_id}',
    summary: 'Delete a custom hostname and its certificate',
    access: edit,
    params: customHostnameParams,
    result: z.object({ id: z.string() }),
    answer: 'plain',
    errors: idErrors,
  }),
} as const;
