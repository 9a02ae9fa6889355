import { defineRequirements } from '../../requirement.ts';
import { statements } from '../../statements.ts';

const doc = 'inference-and-conversion.md';

/** Zone settings, as far as the seed names them. */
export const settingsRequirements = defineRequirements([
  ...statements(
    { passage: `${doc}: Endpoints`, certainty: 'seed' },
    {
      'ST-CONV-1': 'A PATCH of `/zones/{zone_tag}/settings/content_converter` with `value` `on` is accepted.',
    },
  ),
  ...statements(
    { passage: `${doc}: Endpoints`, certainty: 'seed', feature: 'edge' },
    { 'ST-CONV-2': 'The setting `on` switches conversion on for every host and path of the zone.' },
  ),
  ...statements(
    { passage: `${doc}: Authentication`, certainty: 'seed' },
    {
      'ST-CONV-3': 'A Bearer token with the permission to edit zone settings may change the setting.',
      'ST-CONV-4': 'A token without the permission to edit zone settings may not change the setting.',
    },
  ),
  ...statements(
    { passage: `${doc}: Limits`, certainty: 'seed', feature: 'zone-plans' },
    {
      'ST-PLAN-1': 'A zone on the Pro plan may switch conversion on.',
      'ST-PLAN-2': 'A zone on the Business plan may switch conversion on.',
      'ST-PLAN-3': 'A zone on the Enterprise plan may switch conversion on.',
      'ST-PLAN-4': 'A SaaS zone may switch conversion on.',
      'ST-PLAN-5': 'A zone on the Free plan may not switch conversion on.',
    },
  ),
]);
