import { z } from 'zod';
import { endpoint } from '../../endpoint.ts';
import { hexIdSchema, uuidSchema } from '../../schema.ts';
import { finetuneAssets } from '../inference/finetunes.ts';
import { adminEndpoint } from './admin-endpoint.ts';
import { clockEndpoints } from './clock.ts';
import { eventStreamQuery, eventsQuery } from './event-query.ts';
import { faultEndpoints } from './faults.ts';
import { gatewayConditionEndpoints } from './gateway-conditions.ts';
import { journalEntrySchema, journalQuery } from './journal.ts';
import { modelReplyEndpoints } from './model-replies.ts';
import { infoSchema, securityEventSchema, signalsSchema } from './schemas.ts';
import { snapshotEndpoints } from './snapshots.ts';
import { tenantEndpoints } from './tenants.ts';
import { webhookDeliverySchema, webhooksQuery } from './webhooks.ts';

const none = z.object({});

/** The admin interface of the mock itself; its paths begin at the root of the API plane. */
export const touchstoneEndpoints = {
  'touchstone.info.get': endpoint({
    ...adminEndpoint,
    method: 'GET',
    path: '/_touchstone/info',
    summary: 'Say where the planes stand and which credentials the seeded world knows',
    params: none,
    query: none,
    result: infoSchema,
    errors: ['admin-forbidden'],
  }),
  'touchstone.world.reset': endpoint({
    ...adminEndpoint,
    method: 'POST',
    path: '/_touchstone/reset',
    summary: 'Put the world back to how it was at the start: resources, journal, events and clock',
    params: none,
    query: none,
    result: z.object({ reset: z.literal(true) }),
    errors: ['admin-forbidden'],
  }),
  'touchstone.seed.get': endpoint({
    ...adminEndpoint,
    method: 'GET',
    path: '/_touchstone/seed',
    summary: "Read what there is as a seed file would say it, secrets included, and what it can't say",
    params: none,
    query: none,
    result: z.object({ seed: z.looseObject({}), left_out: z.array(z.string()) }),
    errors: ['admin-forbidden'],
  }),
  'touchstone.journal.list': endpoint({
    ...adminEndpoint,
    method: 'GET',
    path: '/_touchstone/journal',
    summary: 'List the newest requests, newest first',
    params: none,
    query: journalQuery,
    result: z.array(journalEntrySchema),
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
    summary: 'Fetch a file of a fine-tune, as its `file_url` says',
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
    summary: "Read what edge rules are told of every request that a laptop can't know",
    params: none,
    query: none,
    result: signalsSchema,
    errors: ['admin-forbidden'],
  }),
  'touchstone.signals.set': endpoint({
    ...adminEndpoint,
    method: 'PUT',
    path: '/_touchstone/signals',
    summary: 'Say what edge rules are told of every request from now on: scores, country, network',
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
    summary: 'Send the security events of a zone as they happen',
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
    summary: 'Forget the webhooks that were listed',
    params: none,
    query: none,
    result: z.object({ removed: z.int().min(0) }),
    errors: ['admin-forbidden'],
  }),
  ...clockEndpoints,
  ...tenantEndpoints,
  ...modelReplyEndpoints,
  ...gatewayConditionEndpoints,
  ...faultEndpoints,
  ...snapshotEndpoints,
} as const;
