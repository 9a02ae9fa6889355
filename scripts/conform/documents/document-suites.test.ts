import { describe, expect, it } from 'vitest';
import { readDocument } from '../../../mock/engines/openapi/read-document.ts';
import { createTarget, runConformance, targetFileSchema } from '../../../suites/index.ts';
import { toDocumentSuites } from './document-suites.ts';
import { lampDocument } from './testing/lamp-document.ts';
import { createLampServer, type LampFault, lampFaults } from './testing/lamp-server.ts';

const made = toDocumentSuites([readDocument(lampDocument, 'lamps.json')]);

/** Runs the suites of the lamps against a server in this process. */
async function run(
  fetch: (request: Request) => Promise<Response>,
  token = 'lamps-token',
  { suites, catalogue, presence } = made,
) {
  const target = createTarget(
    targetFileSchema.parse({ api: 'https://lamps.example.com/api', api_token: token }),
  );
  return runConformance(target, { suites, catalogue, presence, fetch, journal: null });
}

/** Requirements that failed, without the prefix of documents. */
const getFailed = ({ requirements }: Awaited<ReturnType<typeof run>>) =>
  requirements.filter(({ status }) => status === 'failed').map(({ id }) => id.replace(/^DOC-/, ''));

describe('suites of a document', () => {
  it('pass against a server that does what the document says', async () => {
    const result = await run(createLampServer());
    const notPassed = result.tests.filter(({ status }) => status !== 'passed');
    expect(notPassed.map(({ id, reason }) => `${id}: ${reason}`)).toEqual([
      'shops/lamps: GET /shops/{shop_id}/lamps answers as the document says: no operation of the document makes a value for {shop_id}: give one with --openapi-param shop_id=VALUE',
    ]);
    expect(getFailed(result)).toEqual([]);
  });

  it('leave nothing behind', async () => {
    const serve = createLampServer();
    await run(serve);
    const headers = { authorization: 'Bearer lamps-token' };
    const ask = async (path: string) =>
      (await serve(new Request(`https://lamps.example.com/api${path}`, { headers }))).json();
    expect(await ask('/lamps')).toEqual({ items: [], total: 0 });
    expect(await ask('/settings')).toEqual({ theme: 'dark', volume: 3 });
  });

  const caught: Readonly<Record<LampFault, string>> = {
    'answers a number as text': 'readLamp-fits',
    'leaves out a required member': 'readLamp-required',
    'forgets a member that it was given': 'createLamp-create',
    'answers a status that is not documented': 'createLamp-fits',
    'answers text instead of JSON': 'createLamp-fits',
    'lists all but the last': 'listLamps-list',
    'lists the first page alone': 'listLamps-list',
    'ignores the filter': 'listLamps-filter',
    'selects nothing by the filter': 'listLamps-filter',
    'replaces instead of changing': 'changeLamp-change',
    'ignores a change': 'changeLamp-change',
    'ignores a replacement': 'replaceLamp-replace',
    'keeps what it removes, in reads': 'removeLamp-remove',
    'keeps what it removes, in lists': 'removeLamp-remove',
    'takes a body without a required member': 'createLamp-missing',
    'takes a member of another type': 'createLamp-type',
    'finds every id': 'readLamp-unknown',
    'removes the last record for an unknown id': 'removeLamp-unknown',
    'forgets its settings': 'writeSettings-replace',
    'changes bytes': 'readNote-read',
    'answers a status page of another shape': 'readStatus-fits',
    'refuses without a message': 'readLamp-required',
  };

  it.each(lampFaults)('catch a server that %s', async (fault) => {
    const serve = createLampServer(fault);
    // Records of somebody else, so that a list has several pages.
    for (const name of ['a', 'b', 'c']) {
      const body = JSON.stringify({ name, color: 'red', watts: 7 });
      const headers = { authorization: 'Bearer lamps-token' };
      await serve(new Request('https://lamps.example.com/api/lamps', { method: 'POST', body, headers }));
    }
    expect(getFailed(await run(serve))).toContain(caught[fault]);
  });

  it('make what the document requires a MUST, and the rest a MAY', () => {
    const levels = [...made.catalogue.values()].map(({ id, level }) => [id, level]);
    expect(Object.fromEntries(levels)).toMatchObject({
      'DOC-createLamp-required': 'must',
      'DOC-createLamp-missing': 'must',
      'DOC-createLamp-fits': 'may',
      'DOC-removeLamp-remove': 'may',
    });
    // A PATCH may leave out everything, and the answer to a removal has no members.
    expect(made.catalogue.has('DOC-changeLamp-missing')).toBe(false);
    expect(made.catalogue.has('DOC-removeBulb-list')).toBe(false);
  });

  it('are skipped in words where the target refuses the credentials', async () => {
    const { tests, verdict } = await run(createLampServer(), 'wrong');
    expect(verdict).toBe('partial');
    expect(tests.every(({ status }) => status === 'skipped' || status === 'passed')).toBe(true);
    expect(tests.find(({ id }) => id.startsWith('lamps: POST'))?.reason).toContain(
      'POST /lamps was refused: status 401',
    );
  });

  it('send the token as the API key of the document, if there is no other way', async () => {
    const key = { type: 'apiKey', in: 'header', name: 'X-Lamp-Key' };
    const { schemas } = lampDocument.components;
    const document = { ...lampDocument, components: { schemas, securitySchemes: { key } } };
    const serve = createLampServer();
    const result = await run(
      (request) => {
        const headers = { authorization: `Bearer ${request.headers.get('x-lamp-key')}` };
        return serve(new Request(request, { headers }));
      },
      'lamps-token',
      toDocumentSuites([readDocument(document, 'lamps.json')]),
    );
    expect(getFailed(result)).toEqual([]);
    expect(result.counts.passed).toBeGreaterThan(15);
  });

  it('need no v4 API, but a server that answers', async () => {
    const silent = () => Promise.reject(new TypeError('connection refused'));
    await expect(run(silent)).rejects.toThrow(/No server answers/);
  });

  it('of several documents have ids of their own, and test a path once', () => {
    const other = {
      ...lampDocument,
      paths: { ...lampDocument.paths, '/other': lampDocument.paths['/lamps'] },
    };
    const both = toDocumentSuites([readDocument(lampDocument, 'a'), readDocument(other, 'b')]);
    expect(both.suites.map(({ name }) => name)).toContain('other');
    expect(both.catalogue.has('DOC-createLamp~2-create')).toBe(true);
    const ids = both.suites.flatMap(({ tests }) => tests.map(({ title }) => title));
    expect(new Set(ids).size).toBe(ids.length);
  });

  it('of documents with different base paths are refused', () => {
    const other = { ...lampDocument, servers: [{ url: 'https://lamps.example.com/v2' }] };
    const documents = [readDocument(lampDocument, 'a'), readDocument(other, 'b')];
    expect(() => toDocumentSuites(documents)).toThrow(
      "b can't be tested in the same run: its base path is /v2, and that of the first document /api.",
    );
  });
});
