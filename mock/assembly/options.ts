import type { Certainty } from '../../spec/certainty.ts';
import type { PlatformLimits } from '../../spec/services/ai-gateway/rate-limits.ts';
import type { GitProfile } from '../../spec/services/artifacts/limits.ts';
import type { Stances } from '../../spec/stances/index.ts';
import type { TokenOption } from '../api/access/credentials.ts';
import type { RateLimitOptions } from '../api/access/rate-limit.ts';
import type { BucketHost } from '../bindings/buckets/buckets.ts';
import type { SeedOption } from '../control/seed/seed-start.ts';
import type { Origin } from '../edge/origin/origin.ts';
import type { BrowserEngine, BrowserOptions } from '../engines/browser/index.ts';
import type { PythonEngine, PythonOptions } from '../engines/python/index.ts';
import type { GuardrailOptions } from '../services/ai-gateway/pass/guard.ts';
import type { ImportOptions } from '../services/artifacts/artifacts-parts.ts';
import type { RepositoryHost } from '../services/artifacts/repository-registry.ts';
import type { WebhookOptions } from '../services/inference/background/webhook-sender.ts';
import type { ModelOptions } from '../services/inference/model-backend.ts';
import type { Secrets } from '../world/defaults.ts';

/** Everything that a mock can be told. Configuration file, environment and flags of `serve` fill the same object. */
export interface MockOptions {
  /**
   * Whether only seeded or created accounts and zones exist (`strict`, the default), or any well-formed id
   * makes a fresh one (`on-demand`), so that parallel tests never meet.
   */
  readonly tenants?: 'strict' | 'on-demand' | undefined;
  /** Where zone traffic goes once the edge lets it through; by default a small built-in page. */
  readonly origin?: string | Origin | undefined;
  /**
   * What the world holds at the start: data, or documents that `readSeed` or `parseSeed` give, put in one after another.
   * A reset comes back to it.
   */
  readonly seeds?: SeedOption | readonly SeedOption[] | undefined;
  /** API tokens beside the seeded ones. */
  readonly tokens?: readonly TokenOption[] | undefined;
  /** Secrets in place of the seeded ones, which everybody knows. */
  readonly secrets?: Partial<Secrets> | undefined;
  /** Make tokens of repositories and tenants at random, and not from `seed`, for a mock that others can reach. */
  readonly randomTokens?: boolean | undefined;
  /**
   * The least certainty that what is decided may rest on, on each plane; anything less is refused, with 501 where there
   * is a status. Default `inferred`.
   */
  readonly basis?: Certainty | undefined;
  /** Clock mismatch in seconds that `exp` and `nbf` allow. The seed allows none (0, the default); the platform's documentation once said 60. */
  readonly leewaySeconds?: number | undefined;
  /** Zones without the API Shield subscription: every token validation call answers 403 with code 10403. */
  readonly unentitledZones?: readonly string[] | undefined;
  /** Refuse custom hostnames under `.localhost`, as the platform does; by default they are accepted. */
  readonly strictHostnames?: boolean | undefined;
  /** Zones without access to custom metadata, beside those on the Free plan: setting it answers 403 with code 1413. */
  readonly zonesWithoutCustomMetadata?: readonly string[] | undefined;
  /** How many custom hostnames a zone may have; 0 allots none. By default the plan of the zone says. */
  readonly customHostnameQuota?: number | undefined;
  /** Rate limit headers and, when enforced, 429 answers. */
  readonly rateLimit?: RateLimitOptions | undefined;
  /** A secret that opens the admin interface from elsewhere than loopback. */
  readonly adminToken?: string | undefined;
  /** Bytes that the requests of the journal may take. Default 67,108,864 (64 MiB). */
  readonly journalBytes?: number | undefined;
  /** Seed of the ids of created resources. Default 1. */
  readonly seed?: number | undefined;
  /**
   * Whether a run of a hosted model has to name its gateway in `cf-aig-gateway-id` (`required`, the default), or
   * is answered without one (`optional`), for clients that never send the header.
   */
  readonly gatewayHeader?: 'required' | 'optional' | undefined;
  /**
   * Which limits of the platform itself are enforced beside those of gateways: those of frontier models
   * (`frontier`, the default), `all`, with those of tasks, of unified billing, of browser rendering and of Git, or `none`.
   */
  readonly platformLimits?: PlatformLimits | undefined;
  /** What finds unsafe content for the guardrails of gateways. */
  readonly guardrails?: GuardrailOptions | undefined;
  /** What answers for models: replies, an upstream, recordings. By default answers are made up from the seed. */
  readonly models?: ModelOptions | undefined;
  /**
   * Which browser renders pages, and what it may do; `false` for none, which answers 503. By default one is looked
   * for and started by the first request that needs it. An engine of one's own is closed by whoever made it.
   */
  readonly browser?: BrowserOptions | BrowserEngine | false | undefined;
  /** Where webhooks of background runs may go, and how they get there. */
  readonly webhooks?: WebhookOptions | undefined;
  /** Where Git repositories are kept; by default in memory. */
  readonly repositories?: RepositoryHost | undefined;
  /** Where objects of buckets are kept; by default in memory. */
  readonly buckets?: BucketHost | undefined;
  /**
   * Bounds of the Python that sandboxes run, which is started by the first program. An engine of one's own is closed
   * by whoever made it.
   */
  readonly python?: PythonOptions | PythonEngine | undefined;
  /**
   * What of Git is offered: all that Git itself has (`git`, the default), or what the live service was seen to have
   * (`live`), with its limits of size and rate. `platformLimits: 'all'` makes `live` the default.
   */
  readonly gitProfile?: GitProfile | undefined;
  /**
   * What the mock does where the documents are silent, by the names of the questions:
   * `{ 'v4.unknown-zone.status': 404 }`. `touchstone conform stances --write` makes such a list of what a target does.
   */
  readonly stances?: Stances | undefined;
  /** How repositories of other servers are reached, for imports. */
  readonly imports?: ImportOptions | undefined;
}
