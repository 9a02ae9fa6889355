import { z } from 'zod';
import { timestampSchema, uuidSchema } from '../../schema.ts';
import { inferenceLimits as limits } from './limits.ts';
import type { webhookFormats } from './run.ts';

/**
 * The state of a background run. The last two are documented for the Run API; the platform's states before them are not
 * known (Cloudflare docs, AI Gateway Run API).
 */
const runStates = ['Queued', 'Running', 'Completed', 'Failed'] as const;

type RunState = (typeof runStates)[number];

/** Final states of a run. */
const finalRunStates = ['Completed', 'Failed'] as const satisfies readonly RunState[];

/** The error of a run: the Run API's object. */
const runErrorSchema = z.object({ code: z.string().min(1), message: z.string().min(1) });

/**
 * The acceptance of a background run (inferred: the seed does not show it). Clients of the preview read `runId`.
 */
export const acceptedRunSchema = z.object({
  id: uuidSchema,
  runId: uuidSchema,
  state: z.enum(runStates),
  model: z.string().min(1),
});

export type AcceptedRun = z.infer<typeof acceptedRunSchema>;

/**
 * The outcome of a webhook. `delivered`: its receiver answered, with any status; `failed`: no answer; `refused`: its
 * host resolved to a private address, and nothing was sent.
 */
export const deliveryStates = ['none', 'pending', 'delivered', 'failed', 'refused'] as const;

/**
 * A background run in a GET: an extension of the mock, which the REST API does not document. Its path is not
 * `/ai/run/{id}`, where the platform expects a model id and refuses a GET.
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

/** The payload of a webhook, exactly these seven members: seed, Webhook payload. */
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

/** Body of a webhook in the format `chat`: one member, which chat programs display. */
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

/** A block of addresses that no webhook can go to. */
interface AddressBlock {
  /** `10.0.0.0/8` */
  readonly cidr: string;
  readonly what: string;
}

/**
 * IPv4 blocks outside the public Internet. The seed says `private network address`; the list of blocks is inferred
 * (Cloudflare docs, AI Gateway Run API, and the special-purpose registry of RFC 6890).
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

/** IPv6 blocks outside the public Internet. */
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
 * IPv6 blocks whose addresses contain an IPv4 address from this bit on: such an address is as private as the IPv4
 * address.
 */
export const embeddedIpv4: readonly (AddressBlock & { readonly bit: number })[] = [
  { cidr: '::/96', what: 'compatible', bit: 96 },
  { cidr: '::ffff:0:0/96', what: 'mapped', bit: 96 },
  { cidr: '::ffff:0:0:0/96', what: 'translated', bit: 96 },
  { cidr: '64:ff9b::/96', what: 'translation at the edge of a network', bit: 96 },
  { cidr: '2002::/16', what: '6to4', bit: 16 },
];

/** Names that resolve to this machine with any resolver: RFC 6761. */
export const loopbackNames = ['localhost', '.localhost'] as const;
