import type { BucketSeed } from '../../spec/seed-file/account-seed.ts';
import type { AccountTenant } from '../world/account-tenant.ts';
import { contentBytes } from './content-bytes.ts';
import type { SeedSpot } from './seed-spot.ts';
import { metadataOf } from './seeded-objects.ts';

/** Puts objects into a bucket. */
export async function applyBucket(spot: SeedSpot, account: AccountTenant, seed: BucketSeed): Promise<void> {
  const { scene, document } = spot;
  const { name: bucket, objects = {} } = seed;
  scene.takeOnce(document, 'bucket', bucket);
  for (const [key, said] of Object.entries(objects)) {
    const place = spot.at('objects', key);
    await place.put(async () => {
      const bytes = await contentBytes(said, document);
      const object = { account: account.id, bucket, key, bytes, metadata: metadataOf(said) };
      scene.objects.push({ object, put: (work) => place.put(work) });
    });
  }
}
