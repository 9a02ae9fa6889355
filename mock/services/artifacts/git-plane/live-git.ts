import { artifactsLimits, type GitProfile } from '../../../../spec/services/artifacts/limits.ts';
import { agent, type GitCapabilities, symref } from '../../../engines/git/capabilities.ts';
import type { ServeGitOptions } from '../../../engines/git/http/serve-git.ts';
import type { GitRepository } from '../../../engines/git/repository/git-repository.ts';
import { createRateLimiter, type RateLimiter } from '../../../engines/rate-window/rate-limiter.ts';
import { PerAccount } from '../../../world/account-tenant.ts';
import type { World } from '../../../world/world.ts';

/** Capabilities observed on the live service: dbrekelmans/gitflare. */
const liveCapabilities: GitCapabilities = {
  fetch: [
    `agent=${agent}`,
    'object-format=sha1',
    'multi_ack',
    'multi_ack_detailed',
    'no-done',
    'side-band',
    'side-band-64k',
    'shallow',
    'deepen-since',
    'deepen-not',
    'deepen-relative',
    'allow-tip-sha1-in-want',
    'allow-reachable-sha1-in-want',
    'no-progress',
    symref,
  ],
  commands: [`agent=${agent}`, 'ls-refs=unborn', 'fetch=shallow filter sideband-all', 'object-format=sha1'],
  push: ['report-status', 'delete-refs', 'ofs-delta', 'side-band-64k', symref],
  treeFilters: false,
};

/** The effective profile: the configured one, else the live one when all limits of the platform are enforced. */
export class GitProfiles {
  readonly #world: World;
  readonly #profile: GitProfile | undefined;
  readonly #limiters: PerAccount<RateLimiter>;

  constructor(world: World, profile: GitProfile | undefined) {
    this.#world = world;
    const { stances } = world;
    this.#profile = profile ?? (stances.get('artifacts.git.profile') === 'live' ? 'live' : undefined);
    this.#limiters = new PerAccount(({ clock }) => createRateLimiter({ now: () => clock.now() }));
  }

  get #isLive(): boolean {
    return this.#profile === 'live' || (this.#profile === undefined && this.#isLimited);
  }

  get #isLimited(): boolean {
    return this.#profile === 'live' || this.#world.gatewayConditions.limits === 'all';
  }

  /** Counts a request for a repository; @returns the seconds to wait after too many */
  count(accountId: string, repositoryId: string): number | undefined {
    const account = this.#world.accounts.get(accountId);
    if (!this.#isLimited || account === undefined) return undefined;
    const { requests: limit, seconds } = artifactsLimits.gitRate;
    const rule = { limit, intervalMs: seconds * 1000, technique: 'fixed' } as const;
    const { allowed, retryAt } = this.#limiters.of(account).take(repositoryId, rule);
    if (allowed) return undefined;
    return Math.ceil(((retryAt ?? 0) - account.clock.now()) / 1000);
  }

  /** Options to serve a repository. */
  options({ objects }: GitRepository): ServeGitOptions {
    const kept = objects.packs.reduce((sum, { bytes }) => sum + bytes.size, 0);
    return {
      ...(this.#isLive && { capabilities: liveCapabilities }),
      ...(this.#isLimited && {
        limits: {
          objectBytes: artifactsLimits.blobBytes,
          packBytes: Math.max(0, artifactsLimits.repositoryBytes - kept),
        },
      }),
    };
  }
}
