import type { Seed } from '../../../spec/seed-file/seed-schema.ts';
import { customProviderCreateBody } from '../../../spec/services/ai-gateway/custom-providers.ts';
import { gatewayUpdateBody } from '../../../spec/services/ai-gateway/gateways.ts';
import type { Buckets } from '../../bindings/buckets/buckets.ts';
import { toBase64 } from '../../engines/models/base64.ts';
import type { ObjectRecord, ObjectStore } from '../../engines/objects/index.ts';
import type { AccountTenant } from '../../world/account-tenant.ts';
import type { StoredGateway } from '../../world/gateway-records.ts';
import type { World } from '../../world/world.ts';
import { exportRulesets, exportZone, filled } from './export-zone.ts';
import { getText } from './get-text.ts';

type Members = Pick<Seed, 'zones' | 'rulesets' | 'gateways' | 'custom_providers' | 'billing'>;

/** Exports an account as part of a seed. */
export function exportAccount(
  world: World,
  account: AccountTenant,
  leaveOut: (what: string) => void,
): Members {
  const { billing } = account;
  const neurons = billing.neuronsToday(account.clock.now());
  const kept = {
    repositories: account.artifacts.repositories.size,
    'fine-tunes': account.finetunes.list().length,
    batches: account.batches.list().length,
  };
  for (const [what, count] of Object.entries(kept)) if (count > 0) leaveOut(`${count} ${what}`);
  return filled({
    billing: { credits: billing.credits, plan: billing.plan, neurons_today: neurons },
    rulesets: exportRulesets(account.rulesets.list(), leaveOut),
    custom_providers: account.customProviders
      .list()
      .map((provider) => customProviderCreateBody.parse(provider)),
    gateways: account.gateways.list().map((gateway) => exportGateway(account, gateway, leaveOut)),
    zones: world.getZones(account.id).map((zone) => exportZone(world, zone, leaveOut)),
  });
}

function exportGateway(account: AccountTenant, gateway: StoredGateway, leaveOut: (what: string) => void) {
  const { id } = gateway;
  const ofGateway = ({ gatewayId }: { readonly gatewayId: string }) => gatewayId === id;
  return {
    id,
    ...gatewayUpdateBody.parse(gateway),
    ...filled({
      provider_configs: account.providerConfigs
        .list()
        .filter(ofGateway)
        .map(({ secret, resource }) => {
          const { alias, default_config, provider_slug, secret_id, rate_limit, rate_limit_period } = resource;
          const key = secret === '' ? { secret_id } : { secret };
          return { alias, default_config, provider_slug, ...key, rate_limit, rate_limit_period };
        }),
      routes: account.gatewayRoutes
        .list()
        .filter(ofGateway)
        .map(({ name, versions, deployments }) => {
          if (versions.length > 1) leaveOut(`inactive versions of the route ${name}`);
          const serving = versions.find((version) => version.id === deployments.at(-1)?.versionId);
          return { name, elements: [...(serving?.elements ?? [])] };
        }),
    }),
  };
}

type BucketSeed = NonNullable<Seed['buckets']>[number];
type ObjectSeed = NonNullable<BucketSeed['objects']>[string];

/** Maximum bytes of objects in one seed. */
const mostBytes = 8 * 1024 * 1024;

/** Reads the buckets of accounts into one seed, and keeps it small enough to open. */
export class BucketExport {
  readonly #buckets: Pick<Buckets, 'store' | 'names'>;
  #left = mostBytes;

  constructor(buckets: Pick<Buckets, 'store' | 'names'>) {
    this.#buckets = buckets;
  }

  /** Reads the known buckets of an account. */
  async of(accountId: string, leaveOut: (what: string) => void): Promise<BucketSeed[]> {
    const seeds: BucketSeed[] = [];
    for (const name of await this.#buckets.names(accountId)) {
      const store = await this.#buckets.store(accountId, name);
      const objects = await this.#objectsIn(store, (what) => leaveOut(`${what}, in the bucket ${name}`));
      if (objects.length > 0) seeds.push({ name, objects: Object.fromEntries(objects) });
    }
    return seeds;
  }

  async #objectsIn(store: ObjectStore, leaveOut: (what: string) => void): Promise<[string, ObjectSeed][]> {
    const objects: [string, ObjectSeed][] = [];
    for await (const record of getRecords(store)) {
      const { key, size } = record;
      if (record.secretMd5 !== undefined) leaveOut(`the object ${key}, which is encrypted`);
      else if (size > this.#left) leaveOut(`the object ${key}: it would exceed ${mostBytes} bytes in total`);
      else {
        const found = await store.get(key);
        // It may have been deleted meanwhile.
        if (!found) continue;
        this.#left -= size;
        objects.push([key, objectSeed(record, new Uint8Array(await new Response(found.body).arrayBuffer()))]);
      }
    }
    return objects;
  }
}

async function* getRecords(store: ObjectStore): AsyncGenerator<ObjectRecord> {
  let cursor: string | undefined;
  do {
    const page = await store.list({ cursor });
    yield* page.records;
    cursor = page.cursor;
  } while (cursor !== undefined);
}

function objectSeed({ headers, custom }: ObjectRecord, bytes: Uint8Array<ArrayBuffer>): ObjectSeed {
  const { contentType, contentLanguage, contentDisposition, contentEncoding, cacheControl } = headers;
  const text = getText(bytes);
  return {
    ...(text === undefined ? { base64: toBase64(bytes) } : { text }),
    content_type: contentType,
    content_language: contentLanguage,
    content_disposition: contentDisposition,
    content_encoding: contentEncoding,
    cache_control: cacheControl,
    ...(Object.keys(custom).length > 0 && { custom_metadata: { ...custom } }),
  };
}
