import type { BucketSeed } from '../../spec/seed-file/bucket-seed.ts';
import type { AccountTenant } from '../world/account-tenant.ts';
import { contentBytes } from './content-bytes.ts';
import type { SeedSpot } from './seed-spot.ts';
import { metadataOf, putObject } from './seeded-objects.ts';

/** Puts objects into a bucket. */
export async function applyBucket(spot: SeedSpot, account: AccountTenant, seed: BucketSeed): Promise<void> {
  const { scene, document } = spot;
  const { name: bucket, objects = {} } = seed;
  scene.takeOnce(document, 'bucket', bucket);
  for (const [key, said] of Object.entries(objects)) {
    await spot.at('objects', key).put(async () => {
      const bytes = await contentBytes(said, document);
      const object = { account: account.id, bucket, key, bytes, metadata: metadataOf(said) };
      // What was kept from another time is left as it is; a reset empties the bucket, and then it is put there.
      if (scene.parts.fresh) await putObject(scene.parts.storeOf, object);
      scene.objects.push(object);
    });
  }
}
