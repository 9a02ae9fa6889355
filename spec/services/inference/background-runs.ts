import { z } from 'zod';
import { timestampSchema, uuidSchema } from '../../schema.ts';
import { inferenceLimits as limits } from './limits.ts';
import type { webhookFormats } from './run.ts';

/**
 * Where a background run stands. The last two are documented for the Run API; what the platform calls a run
 * before that is not known (Cloudflare docs, AI Gateway Run API).
 */
const runStates = ['Queued', 'Running', 'Completed', 'Failed'] as const;

type RunState = (typeof runStates)[number];

/** States in which a run stays. */
const finalRunStates = ['Completed', 'Failed'] as const satisfies readonly RunState[];

/** What went wrong with a run: the Run API's object. */
const runErrorSchema = z.object({ code: z.string().min(1), message: z.string().min(1) });

/**
 * What accepts a background run (inferred: the seed does not show it). `runId` is the name that clients of
 * the preview read.
 */
export const acceptedRunSchema = z.object({
  id: uuidSchema,
  runId: uuidSchema,
  state: z.enum(runStates),
  model: z.string().min(1),
});

export type AcceptedRun = z.infer<typeof acceptedRunSchema>;

/**
 * What became of a webhook. `delivered`: its receiver answered, whatever that was; `failed`: nobody did;
 * `refused`: by then its host led to a private address, and nothing was sent.
 */
export const deliveryStates = ['none', 'pending', 'delivered', 'failed', 'refused'] as const;

/**
 * A background run as it is read back: an extension of the mock, which the REST API does not document. Its
 * path is not `/ai/run/{id}`, where a model's id stands and a GET has always been refused.
 */
export const backgroundRunSchema = z.object({
  ...acceptedRunSchema.shape,
  provider: z.string().min(1),
  result: z.record(z.string(), z.unknown()).nullable(),
  error: runErrorSchema.nullable(),
  usage: z.record(z.string(), z.unknown()),
  created_at: timestampSchema,
  completed_at: timestampSchema.nullable(),
  delivery: z.enum(deliveryStates),
});

export type BackgroundRun = z.infer<typeof backgroundRunSchema>;

/** `result` of a synchronous run of a third-party model: Cloudflare OpenAPI document. */
export const completedRunSchema = z.object({
  state: z.literal('Completed'),
  result: z.unknown(),
  model: z.string().optional(),
  provider: z.string().optional(),
  usedBYOKKey: z.boolean().optional(),
  gatewayMetadata: z.object({ keySource: z.string() }).optional(),
});

/** What a webhook says of a run, exactly these seven members: seed, Webhook payload. */
export const webhookPayloadSchema = z
  .strictObject({
    id: z.string().min(1),
    state: z.enum(finalRunStates),
    result: z.record(z.string(), z.unknown()),
    error: runErrorSchema.nullable(),
    provider: z.string().min(1),
    model: z.string().min(1),
    usage: z.record(z.string(), z.unknown()),
  })
  .refine(({ state, error }) => (state === 'Failed') === (error !== null), {
    error: 'a run has an error when it failed, and only then',
    path: ['error'],
  });

export type WebhookPayload = z.infer<typeof webhookPayloadSchema>;

/** Body of a webhook in the format `chat`: one member, which chat programs show as it is. */
export const chatWebhookSchema = z.strictObject({ text: z.string().min(1) });

/**
 * The body of a webhook.
 *
 * @example
 * webhookBody(payload, 'chat') // { text: '{\n  "id": "…"\n}' }
 */
export function webhookBody(
  payload: WebhookPayload,
  format: (typeof webhookFormats)[number],
): WebhookPayload | z.infer<typeof chatWebhookSchema> {
  if (format === 'raw') return payload;
  return { text: JSON.stringify(payload, null, limits.webhookIndent) };
}

/** A block of addresses that no webhook may go to. */
interface AddressBlock {
  /** `10.0.0.0/8` */
  readonly cidr: string;
  readonly what: string;
}

/**
 * Blocks of IPv4 that are not the public Internet. The seed says `private network address`; which blocks
 * those are is inferred (Cloudflare docs, AI Gateway Run API, and the special-purpose registry of RFC 6890).
 */
export const privateIpv4: readonly AddressBlock[] = [
  { cidr: '0.0.0.0/8', what: 'this network' },
  { cidr: '10.0.0.0/8', what: 'private use' },
  { cidr: '100.64.0.0/10', what: 'shared by carriers' },
  { cidr: '127.0.0.0/8', what: 'loopback' },
  { cidr: '169.254.0.0/16', what: 'link-local' },
  { cidr: '172.16.0.0/12', what: 'private use' },
  { cidr: '192.0.0.0/24', what: 'protocol assignments' },
  { cidr: '192.0.2.0/24', what: 'documentation' },
  { cidr: '192.168.0.0/16', what: 'private use' },
  { cidr: '198.18.0.0/15', what: 'benchmarks' },
  { cidr: '198.51.100.0/24', what: 'documentation' },
  { cidr: '203.0.113.0/24', what: 'documentation' },
  { cidr: '224.0.0.0/4', what: 'multicast' },
  { cidr: '240.0.0.0/4', what: 'reserved, and broadcast' },
];

/** Blocks of IPv6 that are not the public Internet. */
export const privateIpv6: readonly AddressBlock[] = [
  { cidr: '::/128', what: 'unspecified' },
  { cidr: '::1/128', what: 'loopback' },
  { cidr: '64:ff9b:1::/48', what: 'translation within a network' },
  { cidr: '100::/64', what: 'discarded' },
  { cidr: '2001::/23', what: 'protocol assignments, and Teredo' },
  { cidr: '2001:db8::/32', what: 'documentation' },
  { cidr: '3fff::/20', what: 'documentation' },
  { cidr: 'fc00::/7', what: 'unique local' },
  { cidr: 'fe80::/10', what: 'link-local' },
  { cidr: 'fec0::/10', what: 'site-local' },
  { cidr: 'ff00::/8', what: 'multicast' },
];

/**
 * Blocks of IPv6 whose addresses hold one of IPv4, from this bit on: such an address is as private as the
 * one that it holds.
 */
export const embeddedIpv4: readonly (AddressBlock & { readonly bit: number })[] = [
  { cidr: '::/96', what: 'compatible', bit: 96 },
  { cidr: '::ffff:0:0/96', what: 'mapped', bit: 96 },
  { cidr: '::ffff:0:0:0/96', what: 'translated', bit: 96 },
  { cidr: '64:ff9b::/96', what: 'translation at the edge of a network', bit: 96 },
  { cidr: '2002::/16', what: '6to4', bit: 16 },
];

/** Names that resolve to this machine whatever the resolver says: RFC 6761. */
export const loopbackNames = ['localhost', '.localhost'] as const;
