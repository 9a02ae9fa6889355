import { z } from 'zod';
import { endpoint } from '../../endpoint.ts';
import { hexIdSchema, uuidSchema } from '../../schema.ts';
import { finetuneAssets } from '../inference/finetunes.ts';
import { eventStreamQuery, eventsQuery, webhookDeliverySchema, webhooksQuery } from './events.ts';
import { faultEndpoints, gatewayConditionEndpoints } from './faults.ts';
import { journalEndpoints } from './journal.ts';
import { modelReplyEndpoints } from './model-replies.ts';
import { objectEndpoints } from './objects.ts';
import { renderingEndpoints } from './renderings.ts';
import { adminEndpoint, infoSchema, securityEventSchema, signalsSchema } from './schemas.ts';
import { clockEndpoints, snapshotEndpoints, tenantEndpoints } from './state.ts';

const none = z.object({});

/** The admin API of the mock itself; its paths begin at the root of the API plane. */
export const endpoints = {
  'touchstone.info.get': endpoint({
    ...adminEndpoint,
    method: 'GET',
    path: '/_touchstone/info',
    summary: 'Read the addresses of the planes and the credentials of the seeded world',
    params: none,
    query: none,
    result: infoSchema,
    errors: ['admin-forbidden'],
  }),
  'touchstone.world.reset': endpoint({
    ...adminEndpoint,
    method: 'POST',
    path: '/_touchstone/reset',
    summary: 'Reset the world to its start: resources, journal, events and clock',
    params: none,
    query: none,
    result: z.object({ reset: z.literal(true) }),
    errors: ['admin-forbidden'],
  }),
  'touchstone.seed.get': endpoint({
    ...adminEndpoint,
    method: 'GET',
    path: '/_touchstone/seed',
    summary: "Export the world as a seed, secrets included, with a list of what a seed can't express",
    params: none,
    query: none,
    result: z.object({ seed: z.looseObject({}), left_out: z.array(z.string()) }),
    errors: ['admin-forbidden'],
  }),
  'touchstone.event.list': endpoint({
    ...adminEndpoint,
    method: 'GET',
    path: '/_touchstone/zones/{zone_id}/events',
    summary: 'List the security events of a zone, newest first',
    params: z.object({ zone_id: hexIdSchema }),
    query: eventsQuery,
    result: z.array(securityEventSchema),
    errors: ['admin-forbidden', 'zone-unknown'],
  }),
  'touchstone.finetune-asset.get': endpoint({
    ...adminEndpoint,
    method: 'GET',
    path: '/_touchstone/accounts/{account_id}/finetunes/{finetune_id}/{file_name}',
    summary: 'Fetch a file of a fine-tune by its `file_url`',
    params: z.object({ account_id: hexIdSchema, finetune_id: uuidSchema, file_name: z.enum(finetuneAssets) }),
    query: none,
    result: z.unknown(),
    givesBytes: true,
    errors: ['admin-forbidden', 'account-unknown', 'finetune-unknown', 'finetune-asset-unknown'],
  }),
  'touchstone.picture.get': endpoint({
    ...adminEndpoint,
    method: 'GET',
    path: '/_touchstone/accounts/{account_id}/pictures/{picture_id}',
    summary: 'Fetch a picture that an answer links to',
    params: z.object({ account_id: hexIdSchema, picture_id: uuidSchema }),
    query: none,
    result: z.unknown(),
    givesBytes: true,
    errors: ['admin-forbidden', 'account-unknown', 'picture-unknown'],
  }),
  'touchstone.signals.get': endpoint({
    ...adminEndpoint,
    method: 'GET',
    path: '/_touchstone/signals',
    summary: "Read the signals: values of rules-language fields that the mock can't know",
    params: none,
    query: none,
    result: signalsSchema,
    errors: ['admin-forbidden'],
  }),
  'touchstone.signals.set': endpoint({
    ...adminEndpoint,
    method: 'PUT',
    path: '/_touchstone/signals',
    summary: 'Set the signals for all later requests: scores, country, network',
    params: none,
    query: none,
    body: signalsSchema,
    example: { 'cf.waf.score': 20, 'ip.src.country': 'NL' },
    result: signalsSchema,
    errors: ['admin-forbidden'],
  }),
  'touchstone.event.stream': endpoint({
    ...adminEndpoint,
    method: 'GET',
    path: '/_touchstone/zones/{zone_id}/events/stream',
    summary: 'Stream the security events of a zone',
    params: z.object({ zone_id: hexIdSchema }),
    query: eventStreamQuery,
    result: securityEventSchema,
    answer: 'stream',
    errors: ['admin-forbidden', 'zone-unknown'],
  }),
  'touchstone.webhook.list': endpoint({
    ...adminEndpoint,
    method: 'GET',
    path: '/_touchstone/webhooks',
    summary: 'List the newest webhooks of background runs, newest first',
    params: none,
    query: webhooksQuery,
    result: z.array(webhookDeliverySchema),
    errors: ['admin-forbidden'],
  }),
  'touchstone.webhook.clear': endpoint({
    ...adminEndpoint,
    method: 'DELETE',
    path: '/_touchstone/webhooks',
    summary: 'Empty the list of webhooks',
    params: none,
    query: none,
    result: z.object({ removed: z.int().min(0) }),
    errors: ['admin-forbidden'],
  }),
  ...journalEndpoints,
  ...clockEndpoints,
  ...tenantEndpoints,
  ...modelReplyEndpoints,
  ...gatewayConditionEndpoints,
  ...faultEndpoints,
  ...snapshotEndpoints,
  ...objectEndpoints,
  ...renderingEndpoints,
} as const;
