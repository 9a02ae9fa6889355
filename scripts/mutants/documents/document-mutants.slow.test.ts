import { mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { readDocument } from '../../../mock/engines/openapi/read-document.ts';
import { createTarget, runConformance, targetFileSchema } from '../../../suites/index.ts';
import { toDocumentSuites } from '../../conform/documents/document-suites.ts';
import { lampDocument } from '../../conform/documents/testing/lamp-document.ts';
import { bundleServer, patched, root } from '../build-server.ts';
import { type DocumentMutant, documentMutants } from './document-mutants.ts';

const folder = mkdtempSync(join(root, 'scripts', 'mutants', '.documents-'));
afterAll(() => rmSync(folder, { recursive: true }));

/** More lamps than a page has. */
const records = Array.from({ length: 25 }, (_, at) => ({ name: `lamp ${at}`, color: 'red', watts: 7 }));
const { suites, catalogue, presence } = toDocumentSuites([readDocument(lampDocument, 'lamps')]);

/** Runs the suites of the lamps against our server. @returns the requirements that failed, without their prefix */
async function getFailed(mutant: DocumentMutant | undefined): Promise<readonly string[]> {
  const name = mutant?.id ?? 'unchanged';
  const texts = new Map(mutant ? [[mutant.file, patched(name, mutant.file, [mutant])]] : []);
  const { server, loaded } = await bundleServer(name, texts, join(folder, name));
  expect([...texts.keys()].filter((file) => !loaded.has(file))).toEqual([]);
  const served = await server.serveMutated({
    origin: 'http://127.0.0.1:1',
    ca: [],
    mock: { openapi: lampDocument, seeds: { documented: [{ path: '/lamps', records }] } },
  });
  try {
    const api = `${new URL(served.info.api ?? '').origin}/api`;
    const target = createTarget(targetFileSchema.parse({ api, api_token: 'any' }));
    const { requirements } = await runConformance(target, { suites, catalogue, presence, journal: null });
    return requirements.filter(({ status }) => status === 'failed').map(({ id }) => id.replace(/^DOC-/, ''));
  } finally {
    await served.close();
  }
}

describe('the suites of a document', () => {
  it('find nothing wrong with our server', async () => {
    expect(await getFailed(undefined)).toEqual([]);
  });

  it.each(documentMutants.map((mutant) => [mutant.id, mutant] as const))(
    'catch our server when it %s',
    { timeout: 30_000 },
    async (_, mutant) => {
      expect(await getFailed(mutant)).toContain(mutant.caught);
    },
  );
});
