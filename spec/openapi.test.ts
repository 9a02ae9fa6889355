import { createConfig, lintFromString } from '@redocly/openapi-core';
import { describe, expect, it } from 'vitest';
import { contract, rootPath, rootPaths } from './contract.ts';
import type { Endpoint } from './endpoint.ts';
import type { OpenapiDocument } from './openapi/document.ts';
import { isObject, type JsonObject } from './openapi/json-schema.ts';
import { listOperations } from './openapi/list-operations.ts';
import { resolve } from './openapi/references.ts';
import { documentInPlace, openapiDocument } from './openapi.ts';

/** A value of the document with everything in place of its references. */
function dereferenced(value: unknown, root: OpenapiDocument = document): unknown {
  if (Array.isArray(value)) return value.map((one) => dereferenced(one, root));
  if (!isObject(value)) return value;
  const found = resolve<object>(root, value);
  if (found !== value) return dereferenced(found, root);
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, dereferenced(one, root)]));
}

const options = { version: '0.1.0', server: 'http://localhost:4800' };
const document = openapiDocument(options);

/** Problems that a public validator finds in a document. */
async function problems(source: unknown): Promise<string[]> {
  const config = await createConfig({
    extends: ['spec', 'minimal'],
    // The server is local on purpose, and the validator finds no references in x-event-data.
    rules: { 'no-server-example.com': 'off', 'no-unused-components': 'off' },
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
    expect(document.tags.map(({ name }) => name).sort()).toEqual([...services].sort());
  });

  it('is the document in place, once its references are resolved', () => {
    const inPlace = documentInPlace(options);
    const { components, ...rest } = dereferenced(document) as OpenapiDocument;
    const { schemas: _, parameters: __, responses: ___, ...left } = components;
    expect({ ...rest, components: left }).toEqual(inPlace);
  });

  it('has no more than 1.5 MB, and few numbers in its names', () => {
    expect(JSON.stringify(document).length).toBeLessThan(1_500_000);
    const names = Object.values(document.components).flatMap((kind) => Object.keys(kind));
    expect(names.length).toBeGreaterThan(200);
    expect(names.filter((name) => /\d$/.test(name) && !/\d{3}$/.test(name)).length).toBeLessThan(20);
    expect(names.filter((name) => !/^[\w.-]+$/.test(name))).toEqual([]);
  });

  it('names schemas after the resources that they describe', () => {
    expect(Object.keys(document.components.schemas)).toEqual(
      expect.arrayContaining(['Zone', 'TokenValidationRule', 'Failure']),
    );
  });

  it('shows recorded exchanges where the request and the answer are described', () => {
    const examples = {
      'zones.zone.get': {
        params: { zone_id: 'a'.repeat(32) },
        status: 200,
        type: 'application/json',
        received: { result: 'shown' },
      },
    };
    const recorded = openapiDocument({ ...options, examples });
    const shown = dereferenced(recorded, recorded) as OpenapiDocument;
    const { get } = shown.paths['/client/v4/zones/{zone_id}'] ?? {};
    expect(get).toMatchObject({
      parameters: [{ name: 'zone_id', example: 'a'.repeat(32) }],
      responses: { 200: { content: { 'application/json': { example: { result: 'shown' } } } } },
    });
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
    const paths = (dereferenced(document) as JsonObject)['paths'] as Record<
      string,
      { post: { operationId: string; responses: object } }
    >;
    const [own = '', other = '', ...rest] = rootPaths(contract['browser-rendering.links.create']);
    expect(rest).toEqual([]);
    expect(other).toContain('/browser-run/links');
    expect(paths[other]?.post.operationId).toBe('browser-rendering.links.create.alias-1');
    expect(paths[other]?.post.responses).toEqual(paths[own]?.post.responses);
  });

  it('is read as the operations of the contract, each with all its paths', () => {
    const listed = listOperations(document);
    expect(listed.map(({ id }) => id).sort()).toEqual(Object.keys(contract).sort());
    const links = listed.find(({ id }) => id === 'browser-rendering.links.create');
    expect(links).toMatchObject({ method: 'POST', service: 'browser-rendering', success: ['200', {}] });
    expect(links?.paths).toEqual(rootPaths(contract['browser-rendering.links.create']));
    expect(links?.refusals.flatMap(([, response]) => response['x-failures'] ?? []).sort()).toEqual(
      [...contract['browser-rendering.links.create'].errors].sort(),
    );
  });

  it.each([
    ['browser-rendering.screenshot.create', ['image/png', 'image/jpeg', 'image/webp', 'text/plain']],
    ['browser-rendering.pdf.create', ['application/pdf']],
    ['browser-rendering.links.create', ['application/json']],
  ] as const)('lists the media types of %s', (id, types) => {
    const paths = (dereferenced(document) as JsonObject)['paths'] as Record<
      string,
      { post: { responses: { 200: { content: object } } } }
    >;
    const found = paths[rootPath(contract[id])]?.post.responses[200].content ?? {};
    expect(Object.keys(found)).toEqual(types);
  });

  it('states limits in Unicode code points, as JSON Schema does', () => {
    const text = JSON.stringify(document);
    expect(text).toContain('"maxLength":50');
    expect(text).toContain('"maxLength":500');
  });
});
