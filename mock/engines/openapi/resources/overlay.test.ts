import { describe, expect, it } from 'vitest';
import type { JsonObject, JsonValue } from '../json.ts';
import { applyOverlay, readOverlay } from './overlay.ts';
import { answers, documentOf, done, lamp, list, rolesOf } from './testing/small-documents.ts';

const overlay = (...actions: readonly object[]) => readOverlay({ overlay: '1.0.0', actions }, 'fix.yaml');
const root = { paths: { '/a': { get: { tags: ['x'], summary: 'A' } }, '/b': { get: {} } }, list: [1, 2, 3] };

describe('an overlay', () => {
  it('merges objects, appends to lists and replaces values', () => {
    const update = { tags: ['y'], summary: 'B', deprecated: true };
    expect(applyOverlay(root, overlay({ target: "$.paths['/a'].get", update }))).toEqual({
      ...root,
      paths: { '/a': { get: { tags: ['x', 'y'], summary: 'B', deprecated: true } }, '/b': { get: {} } },
    });
    expect(applyOverlay(root, overlay({ target: '$.list', update: 4 }))).toMatchObject({
      list: [1, 2, 3, 4],
    });
  });

  it('removes all that match, and applies actions one after the other', () => {
    const changed = applyOverlay(
      root,
      overlay(
        { target: '$.list[?@ < 3]', remove: true },
        { target: '$.list', update: 9 },
        { target: '$.paths.*.get.tags', remove: true },
      ),
    );
    expect(changed).toEqual({ paths: { '/a': { get: { summary: 'A' } }, '/b': { get: {} } }, list: [3, 9] });
  });

  it('does nothing where nothing matches, and never changes the document that it is given', () => {
    const before = structuredClone(root);
    expect(applyOverlay(root, overlay({ target: '$.paths.nowhere', update: { a: 1 } }))).toEqual(before);
    applyOverlay(
      root,
      overlay({ target: '$.paths', update: { '/c': {} } }, { target: "$.paths['/a']", remove: true }),
    );
    expect(root).toEqual(before);
  });

  it('can add members of any name', () => {
    const update = JSON.parse('{"__proto__": {"a": 1}}') as JsonValue;
    const changed = applyOverlay(root as JsonObject, overlay({ target: '$', update }));
    expect(Object.hasOwn(changed, '__proto__')).toBe(true);
    expect(Object.getPrototypeOf(changed)).toBe(Object.prototype);
  });

  it.each([
    [[], 'fix.yaml is not an overlay: it is no object.'],
    [{ actions: [] }, 'fix.yaml is not an overlay: its member overlay has no version 1.x.y.'],
    [{ overlay: '1.0.0' }, 'fix.yaml is not an overlay: its member actions is no list.'],
    [
      { overlay: '1.0.0', actions: [{ update: {} }] },
      'fix.yaml is not an overlay: actions[0] has no target.',
    ],
    [
      { overlay: '1.0.0', actions: [{ target: '$' }] },
      'fix.yaml is not an overlay: actions[0] has neither update nor remove.',
    ],
  ])('is refused in one sentence: %j', (value, message) => {
    expect(() => readOverlay(value, 'fix.yaml')).toThrow(message);
  });

  it('names a target that is no JSONPath', () => {
    expect(() => applyOverlay(root, overlay({ target: '$.paths[', remove: true }))).toThrow(
      /^The target of actions\[0\] is no JSONPath: .*\.$/,
    );
  });
});

describe('what a document says itself', () => {
  const paths = (said: object, role: unknown = 'sample') => ({
    '/keys': {
      get: { ...answers(list(lamp)), parameters: [{ name: 'name', in: 'query' }], 'x-touchstone-role': role },
    },
    '/values/{key}': { get: answers(lamp), put: done, delete: done, 'x-touchstone-resource': said },
  });
  const roleOf = (said: object, role?: unknown, name = 'GET /keys') =>
    rolesOf(documentOf(paths(said, role))).get(name);

  it('wins over what is inferred', () => {
    const said = { id: 'name', key: 'server', raw: true, preset: true, unique: ['watts'], bytes: 'file' };
    expect(roleOf(said, undefined, 'PUT /values/{key}')).toMatchObject({
      kind: 'replace',
      resource: {
        idMember: 'name',
        keyedByClient: false,
        raw: true,
        preset: true,
        unique: ['watts'],
        bytesMember: 'file',
      },
    });
    expect(roleOf({ kind: 'none' }, undefined, 'PUT /values/{key}')?.kind).toBe('action');
    expect(roleOf({ kind: 'singleton' }, undefined, 'PUT /values/{key}')?.kind).toBe('write-one');
  });

  it('gives an operation the records of another path', () => {
    const resource = '/values';
    expect(roleOf({}, { kind: 'list', resource })).toMatchObject({
      kind: 'list',
      resource: { path: '/values', filters: [{ parameter: 'name' }] },
    });
    expect(roleOf({}, { kind: 'read-member', resource, member: 'name' })).toMatchObject({
      kind: 'read-member',
      member: 'name',
    });
    expect(roleOf({}, { kind: 'bulk-update', resource, id: 'key', bytes: 'value' })).toMatchObject({
      kind: 'bulk-update',
      pointer: '',
      idMember: 'key',
      bytesMember: 'value',
    });
  });

  it('leaves a collection its own list', () => {
    const roles = rolesOf(
      documentOf({
        '/lamps': { get: answers(list(lamp)), post: answers(lamp) },
        '/all': { get: { ...done, 'x-touchstone-role': { kind: 'list', resource: '/lamps' } } },
      }),
    );
    expect([...roles.values()].map((role) => role?.kind)).toEqual(['list', 'create', 'list']);
  });

  it.each([
    [{}, 'lists', 'x-touchstone-role.kind'],
    [{}, { kind: 'list', resource: '/nowhere' }, 'x-touchstone-role.resource: no resource is at /nowhere.'],
    [
      {},
      { kind: 'read-member', resource: '/values' },
      'x-touchstone-role.member: read-member needs the name of a member.',
    ],
    [{}, { kind: 'none', reason: 'It is gone.' }, 'It is gone.'],
  ])('is refused in one sentence: %j %j', (said, role, reason) => {
    expect(roleOf(said, role)).toMatchObject({ kind: 'none', reason: expect.stringContaining(reason) });
  });

  it('is refused for all operations of a path', () => {
    expect(roleOf({ keys: 'client' }, undefined, 'PUT /values/{key}')).toMatchObject({
      kind: 'none',
      reason: expect.stringContaining('x-touchstone-resource'),
    });
  });
});
