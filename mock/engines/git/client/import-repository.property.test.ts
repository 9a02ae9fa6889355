import fc from 'fast-check';
import { expect, it } from 'vitest';
import { gitCodec } from '#git-codec';
import { packLimits } from '../pack/pack-limits.ts';
import { ids, packs } from '../pack/testing/packs.ts';
import { memoryStorage } from '../storage/memory-storage.ts';
import { importRepository } from './import-repository.ts';
import { RemoteError } from './remote-error.ts';
import { fakeServer, pkt, wire } from './testing/fake-server.ts';

const tip = ids.commits[2];
const capabilities = 'side-band-64k ofs-delta shallow symref=HEAD:refs/heads/main object-format=sha1';
/** What a server says to each request of an import, by the version of the protocol. */
const exchanges = [
  [
    wire(
      '# service=git-upload-pack\n',
      '0000',
      `${tip} HEAD\0${capabilities}\n`,
      `${tip} refs/heads/main\n`,
      '0000',
    ),
    wire(`shallow ${tip}\n`, '0000', 'NAK\n', pkt(packs.ofsDeltas(), 1), '0000'),
  ],
  [
    wire('version 2\n', 'ls-refs=unborn\n', 'fetch=shallow filter\n', 'object-format=sha1\n', '0000'),
    wire(`${tip} HEAD symref-target:refs/heads/main\n`, `${tip} refs/heads/main\n`, '0000'),
    wire(
      'shallow-info\n',
      `shallow ${tip}\n`,
      '0001',
      'packfile\n',
      pkt('x', 2),
      pkt(packs.ofsDeltas(), 1),
      '0000',
    ),
  ],
];

/** One change of some bytes: other ones in their place, fewer, or more. */
const change = fc.record({
  at: fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true }),
  removed: fc.integer({ min: 0, max: 6 }),
  added: fc.uint8Array({ maxLength: 6 }),
});

function changed(
  bytes: Uint8Array,
  { at, removed, added }: { at: number; removed: number; added: Uint8Array },
) {
  const place = Math.floor(at * bytes.length);
  return Uint8Array.from([...bytes.subarray(0, place), ...added, ...bytes.subarray(place + removed)]);
}

it('an import of whatever a server says ends, with a sound repository or with nothing', async () => {
  const scenario = fc.record({
    exchange: fc.constantFrom(...exchanges),
    answer: fc.nat({ max: 2 }),
    changes: fc.array(change, { minLength: 1, maxLength: 3 }),
    depth: fc.constantFrom(undefined, 1),
  });
  await fc.assert(
    fc.asyncProperty(scenario, async ({ exchange, answer, changes, depth }) => {
      const place = answer % exchange.length;
      const said = exchange.map((bytes, at) => (at === place ? changes.reduce(changed, bytes) : bytes));
      const [advertised = new Uint8Array(), ...answers] = said;
      const { fetch } = fakeServer({ '/one.git/info/refs': advertised, '/one.git/git-upload-pack': answers });
      const storage = memoryStorage();
      const limits = { ...packLimits, packBytes: 100_000, packObjects: 1_000, objectBytes: 100_000 };
      const times = { idleMs: 1_000, totalMs: 2_000 };
      const options = { fetch, codec: gitCodec, limits, times };
      const url = 'https://git.test/one.git';
      const outcome = await importRepository(storage, { url, depth }, options).catch(
        (error: unknown) => error,
      );
      const { packs: kept, refs } = await storage.load();
      if (outcome instanceof Error) {
        expect(outcome).toBeInstanceOf(RemoteError);
        expect([kept.length, refs.size]).toEqual([0, 0]);
      } else for (const id of refs.values()) expect(id).toBe(tip);
    }),
    { numRuns: 300 },
  );
});
