import { createConfig, lintFromString } from '@redocly/openapi-core';
import { describe, expect, it } from 'vitest';
import { contract, rootPath, rootPaths } from './contract.ts';
import type { Endpoint } from './endpoint.ts';
import { openapiDocument } from './openapi.ts';

const document = openapiDocument({ version: '0.1.0', server: 'http://localhost:4800' });

/** Problems that a public validator finds in a document. */
async function problems(source: unknown): Promise<string[]> {
  const config = await createConfig({
    extends: ['spec', 'minimal'],
    // The server is local on purpose.
    rules: { 'no-server-example.com': 'off' },
  });
  const found = await lintFromString({ source: JSON.stringify(source), config });
  return found.map(
    ({ severity, ruleId, message, location }) => `${severity} ${ruleId} ${message} ${location[0]?.pointer}`,
  );
}

describe('the OpenAPI document', () => {
  it('is accepted by a public validator', { timeout: 30_000 }, async () => {
    expect(await problems(document)).toEqual([]);
  });

  it('is refused by that validator when broken', async () => {
    const broken = { ...document, paths: { '/zones': { get: { responses: 'none' } } } };
    expect((await problems(broken)).length).toBeGreaterThan(0);
  });

  it('describes the service of every operation', () => {
    const services = new Set(Object.keys(contract).map((id) => id.split('.')[0]));
    const tags = document['tags'] as { name: string }[];
    expect(tags.map(({ name }) => name).sort()).toEqual([...services].sort());
  });

  it('has every operation of the contract at its path', () => {
    const paths = document['paths'] as Record<string, Record<string, { operationId: string }>>;
    for (const [id, endpoint] of Object.entries(contract) as [string, Endpoint][]) {
      expect(paths[rootPath(endpoint).replace('{+', '{')]?.[endpoint.method.toLowerCase()]?.operationId).toBe(
        id,
      );
    }
  });

  it('also has an operation at its other paths, with its own id', () => {
    const paths = document['paths'] as Record<string, { post: { operationId: string; responses: object } }>;
    const [own = '', other = '', ...rest] = rootPaths(contract['browser-rendering.links.create']);
    expect(rest).toEqual([]);
    expect(other).toContain('/browser-run/links');
    expect(paths[other]?.post.operationId).toBe('browser-rendering.links.create.alias-1');
    expect(paths[other]?.post.responses).toEqual(paths[own]?.post.responses);
  });

  it.each([
    ['browser-rendering.screenshot.create', ['image/png', 'image/jpeg', 'image/webp', 'text/plain']],
    ['browser-rendering.pdf.create', ['application/pdf']],
    ['browser-rendering.links.create', ['application/json']],
  ] as const)('lists the media types of %s', (id, types) => {
    const paths = document['paths'] as Record<string, { post: { responses: { 200: { content: object } } } }>;
    const found = paths[rootPath(contract[id])]?.post.responses[200].content ?? {};
    expect(Object.keys(found)).toEqual(types);
  });

  it('states limits in Unicode code points, as JSON Schema does', () => {
    const text = JSON.stringify(document);
    expect(text).toContain('"maxLength":50');
    expect(text).toContain('"maxLength":500');
  });
});
