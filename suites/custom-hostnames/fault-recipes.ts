import type { BodyInput, Contract } from '../../spec/contract.ts';
import { type FaultRecipe, recipe } from '../v4/faults.ts';
import { createHostname, hostnames } from './making.ts';

const change: BodyInput<Contract['custom-hostnames.hostname.edit']> = {
  ssl: {
    method: 'http',
    type: 'dv',
    bundle_method: 'ubiquitous',
    certificate_authority: 'google',
    wildcard: false,
    settings: {
      http2: 'on',
      tls_1_3: 'on',
      min_tls_version: '1.2',
      early_hints: 'on',
      ciphers: ['ECDHE-ECDSA-AES128-GCM-SHA256'],
    },
  },
  custom_metadata: { content_converter: 'enabled' },
};

/**
 * How to send faulty bodies to the change of a custom hostname. Its creation has no recipe on purpose: after the valid
 * body, a faulty one with the same hostname would be refused as a duplicate, whatever its fault.
 */
export const customHostnameRecipes: readonly FaultRecipe[] = [
  recipe('custom-hostnames.hostname.edit', {
    shape: change,
    prepare: async (t) => ({
      params: { zone_id: t.zoneId, custom_hostname_id: (await createHostname(t)).id },
      body: change,
      snapshot: hostnames(t),
    }),
  }),
];
