import type { PhaseName } from '../../../spec/services/rulesets/phases.ts';
import type { Ruleset, RulesetRule } from '../../../spec/services/rulesets/schemas.ts';
import type { Peer } from '../../api/app.ts';
import { worldDefaults } from '../../world/defaults.ts';
import type { StoredRuleset } from '../../world/records.ts';
import { World } from '../../world/world.ts';
import { newZone } from '../../world/zone-record.ts';
import type { ZoneTenant } from '../../world/zone-tenant.ts';
import { createEdge } from '../edge.ts';
import type { Origin, OriginContext } from '../origin/origin.ts';
import { RequestContext } from '../request-context.ts';
import type { TokenVerdicts } from '../token-check.ts';
import type { ZoneRequest } from '../zone-request.ts';

export type RuleInput = Partial<RulesetRule> & Pick<RulesetRule, 'expression'>;

const at = '2026-01-01T00:00:00.000000Z';

/** Creates a stored ruleset from partial rules. */
export function stored(
  input: Partial<Omit<Ruleset, 'rules'>> & { id: string; phase: PhaseName; rules: readonly RuleInput[] },
): StoredRuleset {
  const rules = input.rules.map((rule, index): RulesetRule => {
    const id = `${input.id.slice(0, 28)}${String(index).padStart(4, '0')}`;
    return { id, version: '1', action: 'block', enabled: true, last_updated: at, ref: id, ...rule };
  });
  const base = { name: 'default', description: '', kind: 'zone', version: '1', last_updated: at } as const;
  return { id: input.id, current: { ...base, ...input, rules }, older: [] };
}

/** A zone with an edge in front of an origin that records its requests. */
export class ZoneFixture {
  readonly world = new World({ tenants: 'strict', seed: 1 });
  readonly asked: { readonly request: Request; readonly body: string; readonly context: OriginContext }[] =
    [];
  readonly #edge = createEdge({
    world: this.world,
    leewaySeconds: 0,
    markdown: (html) => html,
    origin: (request, context) => this.#origin(request, context),
  });

  get zone(): ZoneTenant {
    const zone = this.world.zone(worldDefaults.zoneId);
    if (!zone) throw new Error('the seeded zone is gone');
    return zone;
  }

  /** Replaces the zone's own rules of a phase. */
  rules(phase: PhaseName, ...rules: readonly RuleInput[]): void {
    const id = phase === 'http_config_settings' ? 'c'.repeat(32) : 'f'.repeat(32);
    this.zone.rulesets.put(stored({ id, phase, rules }));
  }

  firewall(...rules: readonly RuleInput[]): void {
    this.rules('http_request_firewall_custom', ...rules);
  }

  configure(...rules: readonly RuleInput[]): void {
    this.rules('http_config_settings', ...rules.map((rule) => ({ action: 'set_config' as const, ...rule })));
  }

  /** Adds a ruleset to the account of the zone. */
  account(ruleset: StoredRuleset): void {
    this.world.account(worldDefaults.accountId)?.rulesets.put(ruleset);
  }

  /** Sends a request to the zone. */
  send(path = '/', init: RequestInit = {}, peer?: Peer): Promise<Response> {
    return this.#edge.fetch(new Request(`http://example.localhost${path}`, init), peer);
  }

  /** Whether a request reaches the origin. */
  async reaches(path = '/', init: RequestInit = {}): Promise<boolean> {
    const before = this.asked.length;
    await this.send(path, init);
    return this.asked.length > before;
  }

  #origin: Origin = async (request, context) => {
    this.asked.push({ request, body: await request.text(), context });
    return new Response('origin');
  };
}

const zone = newZone({
  id: worldDefaults.zoneId,
  name: worldDefaults.zoneName,
  account: { id: worldDefaults.accountId, name: worldDefaults.accountName },
  at: '2026-01-01T00:00:00.000000Z',
});

/** A request as rules see it, without signals, saved operation or custom hostname. */
export function getContext(
  request: ZoneRequest,
  { now, verdicts = new Map() }: { now: number; verdicts?: TokenVerdicts },
): RequestContext {
  return new RequestContext({
    request,
    zone,
    now,
    verdicts,
    signals: new Map(),
    ray: '8f3d1a0c5b7e9241',
    operation: () => undefined,
    hostnameMetadata: () => undefined,
  });
}
