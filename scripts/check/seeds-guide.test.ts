import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { createMock } from '../../mock/assembly/create-mock.ts';
import { parseSeed } from '../../mock/seed/parse-seed.ts';
import { SeedError } from '../../mock/seed/seed-problem.ts';
import { makeSelfSignedCertificate } from '../../spec/certificates.ts';
import { seedFailure } from '../seed/files.ts';

const guide = readFileSync(join(import.meta.dirname, '..', '..', 'docs', 'seeds.md'), 'utf8');
const blocks = (fence: string) =>
  [...guide.matchAll(/^```([^\n]*)\n(.*?)^```$/gms)].flatMap(([, info, text = '']) =>
    info === fence ? [text] : [],
  );

/** The files that the page assumes. */
async function readFile(name: string): Promise<Uint8Array<ArrayBuffer>> {
  const files: Readonly<Record<string, string>> = {
    'keys/shop.pem': (await makeSelfSignedCertificate(['shop.test'])).cert,
    'template/run.sh': '#!/bin/sh\n',
  };
  return new TextEncoder().encode(files[name]);
}

describe('the guide of seed files', () => {
  it.each(blocks('yaml').map((text, index) => [index + 1, text] as const))(
    'has working seeds: %i',
    async (_, text) => {
      const mock = createMock({ seeds: await parseSeed(text, { readFile }) });
      await expect(mock.ready()).resolves.toBeUndefined();
    },
  );

  it('has at least three of them', () => {
    expect(blocks('yaml').length).toBeGreaterThanOrEqual(3);
  });

  it('shows the messages about an invalid seed', async () => {
    const [wrong = ''] = blocks('yaml wrong');
    const mock = createMock({ seeds: await parseSeed(wrong, { name: 'seed.yaml' }) });
    const error = await mock.ready().catch((thrown: unknown) => thrown);
    if (!(error instanceof SeedError)) throw new Error('the seed was accepted');
    expect(blocks('text').map((text) => text.trimEnd())).toEqual([seedFailure(error)]);
  });
});
