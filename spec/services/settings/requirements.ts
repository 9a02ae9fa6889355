import { defineRequirements } from '../../requirement.ts';
import { statements } from '../../statements.ts';

const doc = 'inference-and-conversion.md';
/** Zone settings, above all `content_converter`. */
export const requirements = defineRequirements([
  ...statements(
    { passage: `${doc}: Endpoints`, certainty: 'seed' },
    {
      'ST-CONV-1':
        'The server accepts a PATCH of `/zones/{zone_tag}/settings/content_converter` with `value` `on`.',
    },
  ),
  ...statements(
    { passage: `${doc}: Endpoints`, certainty: 'seed', feature: 'edge' },
    { 'ST-CONV-2': 'The setting `on` turns conversion on for every host and path of the zone.' },
  ),
  ...statements(
    { passage: `${doc}: Authentication`, certainty: 'seed' },
    {
      'ST-CONV-3': 'A Bearer token with the permission to edit zone settings can change the setting.',
      'ST-CONV-4': 'A token without the permission to edit zone settings cannot change the setting.',
    },
  ),
  ...statements(
    { passage: `${doc}: Limits`, certainty: 'seed', feature: 'zone-plans' },
    {
      'ST-PLAN-1': 'A zone on the Pro plan can turn conversion on.',
      'ST-PLAN-2': 'A zone on the Business plan can turn conversion on.',
      'ST-PLAN-3': 'A zone on the Enterprise plan can turn conversion on.',
      'ST-PLAN-4': 'A SaaS zone can turn conversion on.',
      'ST-PLAN-5': 'A zone on the Free plan cannot turn conversion on.',
    },
  ),
  ...statements(
    { passage: 'cloudflare-typescript, Zones: settings', certainty: 'documented' },
    {
      'ST-SET-1':
        'A GET of `/zones/{zone_id}/settings/content_converter` has `result.id` `content_converter`.',
      'ST-SET-2': 'The `value` of `content_converter` is `on` or `off`.',
      'ST-SET-3': 'A setting carries `editable` as a boolean.',
      'ST-SET-4': 'A setting carries `modified_on` as null or as a timestamp.',
      'ST-SET-5': 'A PATCH of `content_converter` with `value` `off` turns it off.',
      'ST-SET-6': 'A PATCH returns the same setting as a GET afterwards.',
      'ST-SET-7': 'A token with the permission to read zone settings can read a setting.',
      'ST-SET-8': 'A token without any permission for zone settings cannot read a setting.',
    },
  ),
  ...statements(
    { passage: 'Cloudflare docs, Markdown for Agents', certainty: 'documented', feature: 'zone-plans' },
    {
      'ST-SET-9': 'On a plan that can turn conversion on, `content_converter` has `editable` true.',
      'ST-SET-10': 'On the Free plan `content_converter` has `editable` false.',
    },
  ),
  ...statements(
    { passage: 'terraform-provider-cloudflare issue 1810 and others', certainty: 'observed' },
    {
      'ST-SET-11': 'A GET of `/zones/{zone_id}/settings` returns an array of settings.',
      'ST-SET-12':
        'A PATCH of `/zones/{zone_id}/settings` with `items` of `id` and `value` changes each of them.',
      'ST-SET-13': "A PATCH of several settings without `items` gets the error 1004 `Missing 'items'`.",
      'ST-SET-14': 'An invalid `value` gets status 400.',
      'ST-SET-15': 'An invalid `value` gets the error 1007 `Invalid value for zone setting NAME`.',
      'ST-SET-16': 'A PATCH without `value` or without a body gets an error with code 1007.',
      'ST-SET-17': 'An unknown name gets the error 1006 `Unrecognized zone setting name: NAME`.',
      'ST-SET-18': 'After a change `modified_on` has microseconds.',
      'ST-SET-19':
        'A setting that cannot be changed gets the error 1057 `NAME cannot be modified for this zone`.',
    },
  ),
  ...statements(
    { passage: 'decision record 4: Settings', certainty: 'inferred' },
    {
      'ST-SET-20': 'In a new zone `content_converter` is `off`.',
      'ST-SET-21': 'In a new zone `content_converter` has a `modified_on` of null.',
      'ST-SET-22': 'The change of a setting gets status 200.',
      'ST-SET-23': 'If one of several settings is refused, none changes.',
      'ST-SET-24': 'A GET of one setting returns the same as the list.',
      'ST-SET-25': 'The list holds each setting once.',
      'ST-SET-26': 'The settings of one zone do not change those of another.',
    },
  ),
]);
