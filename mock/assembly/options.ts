import type { Certainty } from '../../spec/certainty.ts';
import type { PlatformLimits } from '../../spec/services/ai-gateway/rate-limits.ts';
import type { GitProfile } from '../../spec/services/artifacts/limits.ts';
import type { Stances } from '../../spec/stances/index.ts';
import type { RateLimitOptions } from '../api/access/rate-limit.ts';
import type { BucketHost } from '../bindings/buckets/buckets.ts';
import type { OpenApiOption } from '../documents/openapi-option.ts';
import type { Origin } from '../edge/origin/origin.ts';
import type { BrowserEngine, BrowserOptions } from '../engines/browser/index.ts';
import type { PythonEngine, PythonOptions } from '../engines/python/index.ts';
import type { SeedOption } from '../seed/seed-start.ts';
import type { GuardrailOptions } from '../services/ai-gateway/pass/guard.ts';
import type { ImportOptions } from '../services/artifacts/artifacts-parts.ts';
import type { RepositoryHost } from '../services/artifacts/repository-registry.ts';
import type { WebhookOptions } from '../services/inference/background/webhook-sender.ts';
import type { ModelOptions } from '../services/inference/model-backend.ts';
import type { TokenOption } from '../world/credentials.ts';
import type { Secrets } from '../world/defaults.ts';
import type { StateHost } from '../world/state/state-keeper.ts';

/** All options of a mock. The configuration file, environment and flags of `serve` fill the same object. */
export interface MockOptions {
  /**
   * `strict` (the default): only seeded or created accounts and zones exist. `on-demand`: any well-formed id creates a
   * fresh one, so that parallel tests never interfere.
   */
  readonly tenants?: 'strict' | 'on-demand' | undefined;
  /** Where zone traffic goes after the edge; by default a small built-in page. */
  readonly origin?: string | Origin | undefined;
  /**
   * Initial contents of the world: data, or documents from `readSeed` or `parseSeed`, applied in order. A reset
   * restores them.
   */
  readonly seeds?: SeedOption | readonly SeedOption[] | undefined;
  /**
   * OpenAPI documents, 3.0 or 3.1, whose operations are served from their schemas where the contract has none. The first
   * request reads them.
   */
  readonly openapi?: OpenApiOption | readonly OpenApiOption[] | undefined;
  /**
   * Whether operations that the mock has no service for are served from the register of the v4 API, with state. Default
   * `true`.
   */
  readonly v4?: boolean | undefined;
  /**
   * Whether an operation of the register whose effect is not kept gets an invented answer. By default such an action is
   * refused with 501, and a read of what nothing writes is empty.
   */
  readonly samples?: boolean | undefined;
  /** API tokens in addition to the seeded ones. */
  readonly tokens?: readonly TokenOption[] | undefined;
  /** Secrets that replace the seeded ones, which are published. */
  readonly secrets?: Partial<Secrets> | undefined;
  /**
   * Whether to make tokens of repositories and tenants at random instead of from `seed`, for a mock that other machines
   * can reach.
   */
  readonly randomTokens?: boolean | undefined;
  /**
   * The weakest basis that an answer may have, on each plane. A weaker one is refused, with 501 where there is a
   * status. Default `schema`.
   */
  readonly basis?: Certainty | undefined;
  /**
   * Clock skew in seconds that `exp` and `nbf` allow. The seed allows none (0, the default); the platform's
   * documentation once said 60.
   */
  readonly leewaySeconds?: number | undefined;
  /** Zones without the API Shield subscription: every token validation call answers 403 with code 10403. */
  readonly unentitledZones?: readonly string[] | undefined;
  /** Refuse custom hostnames under `.localhost`, as the platform does; by default they are accepted. */
  readonly strictHostnames?: boolean | undefined;
  /** Zones without access to custom metadata, besides those on the Free plan: setting it answers 403 with code 1413. */
  readonly zonesWithoutCustomMetadata?: readonly string[] | undefined;
  /** Maximum number of custom hostnames per zone; 0 for none. By default it depends on the zone's plan. */
  readonly customHostnameQuota?: number | undefined;
  /** Rate limit headers and, if enforced, 429 answers. */
  readonly rateLimit?: RateLimitOptions | undefined;
  /** A secret that opens the admin interface to other machines. */
  readonly adminToken?: string | undefined;
  /** Maximum bytes of the requests in the journal. Default 67,108,864 (64 MiB). */
  readonly journalBytes?: number | undefined;
  /** Seed of the ids of created resources. Default 1. */
  readonly seed?: number | undefined;
  /**
   * Whether a run of a hosted model must name its gateway in `cf-aig-gateway-id` (`required`, the default), or is
   * answered without it (`optional`), for clients that never send the header.
   */
  readonly gatewayHeader?: 'required' | 'optional' | undefined;
  /**
   * Which limits of the platform itself are enforced, besides those of gateways: those of frontier models (`frontier`,
   * the default), `all`, including those of tasks, unified billing, browser rendering and Git, or `none`.
   */
  readonly platformLimits?: PlatformLimits | undefined;
  /** Finds unsafe content for the guardrails of gateways. */
  readonly guardrails?: GuardrailOptions | undefined;
  /** The model backend: replies, an upstream, recordings. By default answers are generated from the seed. */
  readonly models?: ModelOptions | undefined;
  /**
   * Which browser renders pages, and what it may do; `false` for none, which answers 503. By default the first request
   * that needs one finds and starts a browser. The caller closes an engine that it passes in.
   */
  readonly browser?: BrowserOptions | BrowserEngine | false | undefined;
  /** Where webhooks of background runs may go, and how they are sent. */
  readonly webhooks?: WebhookOptions | undefined;
  /**
   * Storage of everything that users make: tenants, zones and their contents, gateways, tokens, records of
   * repositories. By default it is in memory.
   */
  readonly state?: StateHost | undefined;
  /** Storage of the contents of Git repositories; by default in memory. */
  readonly repositories?: RepositoryHost | undefined;
  /** Storage of bucket objects; by default in memory. */
  readonly buckets?: BucketHost | undefined;
  /**
   * Limits of the Python that sandboxes run; the first program starts it. The caller closes an engine that it passes
   * in.
   */
  readonly python?: PythonOptions | PythonEngine | undefined;
  /**
   * Which features of Git are offered: all of Git itself (`git`, the default), or those observed on the live service
   * (`live`), with its limits of size and rate. `platformLimits: 'all'` makes `live` the default.
   */
  readonly gitProfile?: GitProfile | undefined;
  /**
   * What the mock does where the documents are silent, by the names of the questions: `{ 'v4.unknown-zone.status': 404
   * }`. `touchstone conform stances --write` makes such a list for a target.
   */
  readonly stances?: Stances | undefined;
  /** How imports reach repositories on other servers. */
  readonly imports?: ImportOptions | undefined;
}

/** Options that can change while a mock runs. A member that is undefined is the default again. */
export interface ChangedOptions extends Pick<MockOptions, 'seeds' | 'stances' | 'origin' | 'leewaySeconds'> {
  /** The initial model replies, `replies` of `models`; added ones stay. */
  readonly replies?: NonNullable<ModelOptions['replies']> | undefined;
}
