import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { createMock, type Mock } from '../assembly/create-mock.ts';
import { getClient } from '../assembly/testing/test-client.ts';
import { readWithOverlays } from '../documents/read-with-overlays.ts';
import { serveDocument } from '../documents/served-document.ts';
import { listRecords, playRequests } from '../documents/testing/play-requests.ts';
import { isObject } from '../engines/openapi/json.ts';
import type { DocumentRecord } from '../world/document-records.ts';

const platform =
  process.env['TOUCHSTONE_V4_OPENAPI'] ??
  join(import.meta.dirname, '../../../shared/reference/v4-openapi-2024-08.json');
const vendor = createRequire(import.meta.url).resolve('@octokit/openapi/generated/api.github.com.json');
const whyNot = ' (skipped: it is missing; name it in TOUCHSTONE_V4_OPENAPI)';

const read = async (mock: Mock) => (await getClient(mock).call('touchstone.seed.get', {})).body;

/** Records by collection, each in its order. */
const byCollection = (mock: Mock) => Map.groupBy(listRecords(mock), ({ collection }) => collection);

for (const [file, least] of [
  [platform, 300],
  [vendor, 60],
] as const) {
  const isThere = existsSync(file);
  describe.skipIf(!isThere)(`the records of ${file}${isThere ? '' : whyNot}`, () => {
    it.each([1])('are the same after an export and a new start: %i', { timeout: 120_000 }, async (seed) => {
      const document: unknown = JSON.parse(readFileSync(file, 'utf8'));
      if (!isObject(document)) throw new TypeError('A document is an object');
      const served = serveDocument(readWithOverlays({ name: file, document }), { invents: true });
      const mock = createMock({ openapi: document });
      const succeeded = await playRequests(mock, served, { seed, count: 1500 });
      console.log(`${file}: ${succeeded} requests, ${listRecords(mock).length} records`);
      expect(listRecords(mock).length).toBeGreaterThan(least);
      const exported = await read(mock);
      const again = createMock({ openapi: document, seeds: exported.seed });
      await again.ready();
      const left = (path: string) => exported.left_out.some((one) => one.startsWith(`${path}, `));
      for (const [collection, records] of byCollection(mock)) {
        const kept = records.filter(({ path }) => !left(path));
        // Records without a path have ids that nobody sees.
        const seen = (all: readonly DocumentRecord[] = []) => all.map(({ path: _, ...others }) => others);
        expect(seen(byCollection(again).get(collection))).toEqual(seen(kept));
      }
      expect((await read(again)).seed).toEqual(exported.seed);
    });
  });
}
