import { describe, expect, test } from 'vitest';
import { getEffect, getIds } from './resources.ts';

const account = '/accounts/023e105f4ecef8ad9ca31a8372d0c353/ai-gateway/gateways';

describe('getEffect', () => {
  test.each([
    ['POST', '/zones/abc/token_validation/config', 'create', 'configuration', 'abc'],
    ['POST', account, 'create', 'gateway', '023e105f4ecef8ad9ca31a8372d0c353'],
    ['POST', '/zones', 'create', 'zone', null],
    ['POST', '/accounts/abc/artifacts/namespaces', 'create', 'namespace', 'abc'],
    ['POST', '/accounts/abc/artifacts/namespaces/ns/repos', 'create', 'repository', 'abc/ns'],
    ['POST', '/accounts/abc/artifacts/namespaces/ns/repos/r/import', 'create', 'repository', 'abc/ns'],
  ] as const)('recognizes what %s %s creates, and where', (method, path, type, name, scopeId) => {
    expect(getEffect(method, path)).toMatchObject({ type, kind: { name }, scopeId });
  });

  test.each([
    ['DELETE', '/zones/abc', 'zone', 'abc'],
    ['DELETE', `${account}/ts-abc123-1`, 'gateway', 'ts-abc123-1'],
    ['DELETE', '/accounts/abc/artifacts/namespaces/ns/repos/r', 'repository', 'r'],
    ['DELETE', '/accounts/abc/artifacts/namespaces/ns', 'namespace', 'ns'],
    ['DELETE', `${account}/ts%2Dabc123`, 'gateway', 'ts-abc123'],
  ] as const)('recognizes what %s %s removes, by its id', (method, path, name, id) => {
    expect(getEffect(method, path)).toMatchObject({ type: 'remove', kind: { name }, id });
  });

  test.each([
    ['GET', account],
    ['PUT', `${account}/ts-abc123-1`],
    ['POST', `${account}/ts-abc123-1/routes`],
  ] as const)('recognizes no effect of %s %s', (method, path) => {
    expect(getEffect(method, path)).toBeUndefined();
  });
});

test.each(['', '.', '..'])('no created resource has the id "%s", which names its collection', (id) => {
  const effect = getEffect('POST', '/zones');
  if (effect?.type !== 'create') throw new Error('POST /zones creates nothing');
  expect(getIds(effect.kind, { success: true, result: { id } })).toEqual([]);
});
