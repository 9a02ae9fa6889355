import type { TestContext } from '../harness/context.ts';
import type { RemoteReply } from '../harness/git-remote.ts';
import { emptyPlace, filledPlace } from '../object-storage/place.ts';
import type { Probes } from './probe.ts';

/** A probe for the status of an answer of the example. */
const status = (send: (t: TestContext) => Promise<RemoteReply>) => ({
  needs: ['object-storage'] as const,
  ask: async (t: TestContext) => (await send(t)).status,
});

export const objectStorageProbes: Probes<'object-storage'> = {
  'object-storage.range.status': status(async (t) =>
    (await filledPlace(t, 'an object')).send({ headers: { range: 'bytes=3-5' } }),
  ),
  'object-storage.missing.status': status(async (t) => (await emptyPlace(t)).send()),
  'object-storage.not-modified.status': status(async (t) => {
    const { etag, send } = await filledPlace(t, 'an object');
    return send({ headers: { 'if-none-match': etag } });
  }),
  'object-storage.bad-etag.status': status(async (t) =>
    (await filledPlace(t, 'an object')).send({ headers: { 'if-match': 'garbage' } }),
  ),
  'object-storage.delete-missing.status': status(async (t) =>
    (await emptyPlace(t)).send({ method: 'DELETE' }),
  ),
};
