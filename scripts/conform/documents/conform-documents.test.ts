import { readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { createMock } from '../../../mock/assembly/create-mock.ts';
import { readDocument } from '../../../mock/engines/openapi/read-document.ts';
import { createTarget, runConformance, targetFileSchema } from '../../../suites/index.ts';
import { captured } from '../captured-output.ts';
import { conformJudge } from '../judge.ts';
import { conformList } from '../list.ts';
import { type ConformOptions, conform } from '../run.ts';
import { toDocumentSuites } from './document-suites.ts';
import { lampDocument } from './testing/lamp-document.ts';
import { createLampServer, type LampFault } from './testing/lamp-server.ts';

const closing: (() => void)[] = [];
afterEach(() => {
  for (const close of closing.splice(0)) close();
});

/** Serves the lamps over HTTP. @returns the base URL of the API */
async function serveLamps(fault?: LampFault): Promise<string> {
  const answer = createLampServer(fault);
  const server = createServer(async (request, response) => {
    const chunks = await Array.fromAsync(request as AsyncIterable<Buffer>);
    const { method = 'GET', url = '/', headers } = request;
    const body = Buffer.concat(chunks);
    const {
      status,
      headers: sent,
      ...rest
    } = await answer(
      new Request(new URL(url, 'http://127.0.0.1'), {
        method,
        headers: { authorization: headers.authorization ?? '' },
        ...(body.length > 0 && { body }),
      }),
    ).then(async (reply) => ({ status: reply.status, headers: reply.headers, text: await reply.text() }));
    response.writeHead(status, Object.fromEntries(sent)).end(rest.text);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  closing.push(() => server.close());
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/api`;
}

/** A run with the document in a file. */
function withDocument() {
  const run = captured();
  const file = join(run.cwd, 'lamps.json');
  writeFileSync(file, JSON.stringify(lampDocument));
  const options: ConformOptions = { token: 'lamps-token', openapi: [file] };
  return { ...run, file, options };
}

describe('conform --openapi', () => {
  it('tests a target by a document, with reports that can be judged again', async () => {
    const { output, options, text, cwd } = withDocument();
    const out = join(cwd, 'reports');
    const given = { ...options, openapiParam: ['shop_id=7'], out };
    expect(
      await conform(await serveLamps(), { ...given, only: ['lamps', 'settings', 'notes'] }, output),
    ).toBe(0);
    expect(text()).toMatch(/\nconform: [1-9]\d* passed, 0 failed, 0 warned, 0 skipped\n$/);
    expect(readFileSync(join(out, 'report.html'), 'utf8')).toContain('DOC-createLamp-create');
    const saved = join(out, 'results.json');
    expect(await conformJudge(saved, { openapi: options.openapi }, output)).toBe(0);
    // Those that were not selected are all that the second judgement knows more of.
    expect(text().match(/Note: .*/g)).toEqual(['Note: 2 tests are newer than this run.']);
  });

  it.each<[LampFault, boolean, number]>([
    ['leaves out a required member', false, 1],
    ['replaces instead of changing', false, 0],
    ['replaces instead of changing', true, 1],
  ])('where a server %s, strict %s: exits with %i', async (fault, strict, code) => {
    const { output, options } = withDocument();
    expect(await conform(await serveLamps(fault), { ...options, strict, only: ['lamps'] }, output)).toBe(
      code,
    );
  });

  it('gives the values of path variables', async () => {
    const { output, options, cwd } = withDocument();
    const url = await serveLamps();
    const only = { ...options, only: ['shops'] };
    const out = join(cwd, 'reports');
    await conform(url, { ...only, openapiParam: ['shop_id=the one'], out }, output);
    expect(readFileSync(join(out, 'results.json'), 'utf8')).toContain('/api/shops/the%20one/lamps"');
  });

  it('selects by operation and level, and counts without a request', async () => {
    const { output, options, text } = withDocument();
    const chosen = { ...options, requirement: ['DOC-createLamp'], level: 'must' };
    expect(await conform('http://127.0.0.1:1/api', { ...chosen, dryRun: true }, output)).toBe(0);
    expect(text()).toContain('1 test would run');
    expect(await conformList({ ...options, requirement: ['DOC-createLamp-missing'] }, output)).toBe(0);
    expect(text()).toContain(
      'DOC-createLamp-missing MUST `POST /lamps` refuses a body without a required member.',
    );
  });

  it('applies overlays', async () => {
    const { output, options, text, cwd } = withDocument();
    const overlay = join(cwd, 'overlay.json');
    const actions = [{ target: "$.paths['/lamps']", remove: true }];
    writeFileSync(overlay, JSON.stringify({ overlay: '1.0.0', info: {}, actions }));
    expect(await conformList({ ...options, openapiOverlay: [overlay] }, output)).toBe(0);
    expect(text()).not.toContain('DOC-createLamp-');
  });

  it.each<[string, ConformOptions, string]>([
    ['a missing file', { openapi: ['none.json'] }, 'none.json: does not exist'],
    [
      'an overlay alone',
      { openapi: undefined, openapiOverlay: ['a.json'] },
      '--openapi-overlay requires --openapi',
    ],
    ['several jobs', { jobs: 2 }, "--jobs can't be combined with --openapi"],
    ['a value without a name', { openapiParam: ['7'] }, '--openapi-param 7: expected NAME=VALUE'],
    ['an unknown name', { openapiParam: ['x=7'] }, '--openapi-param x=7: no path of the documents has {x}'],
    [
      'an unknown suite',
      { only: ['chairs'] },
      'No test belongs to the service or suite chairs; there are lamps',
    ],
  ])('exits 2 with one line for %s', async (_, wrong, message) => {
    const { output, options, errors } = withDocument();
    expect(await conform(await serveLamps(), { ...options, ...wrong }, output)).toBe(2);
    expect(errors).toHaveLength(1);
    expect(errors[0]).toContain(message);
  });

  it('exits 2 for a document without operations', async () => {
    const { output, errors, cwd } = withDocument();
    const file = join(cwd, 'empty.json');
    writeFileSync(file, JSON.stringify({ openapi: '3.1.0', paths: {} }));
    expect(await conform('http://127.0.0.1:1', { token: 'any', openapi: [file] }, output)).toBe(2);
    expect(errors).toEqual([`touchstone: ${file} has no operation that can be tested`]);
  });

  it('passes against the mock that serves the same document', async () => {
    const mock = createMock({ openapi: lampDocument });
    const target = targetFileSchema.parse({ api: 'http://localhost:4800/api', api_token: 'any' });
    const { suites, catalogue, presence } = toDocumentSuites([readDocument(lampDocument, 'lamps')]);
    const result = await runConformance(createTarget(target), {
      suites,
      catalogue,
      presence,
      fetch: (request) => mock.fetch(request),
      journal: null,
    });
    const failed = result.tests.flatMap(({ findings }) =>
      findings.filter(({ status }) => status === 'failed'),
    );
    expect(failed).toEqual([]);
    expect(result.counts).toMatchObject({ failed: 0, warnings: 0, errors: 0 });
    expect(result.counts.passed).toBeGreaterThan(15);
  });
});
