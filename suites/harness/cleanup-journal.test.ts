import { appendFileSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { Reply } from '../../spec/client.ts';
import type { LooseInput } from './caller.ts';
import { removeResources } from './clean-up.ts';
import { dropJournal, leftJournals, openCleanupJournal } from './cleanup-journal.ts';
import { HarnessError } from './errors.ts';
import { getEffect, getIds } from './resources.ts';
import { makeFolder } from './testing/make-folder.ts';

const api = 'http://127.0.0.1:4800/client/v4';
const open = (folder: string | null) => openCleanupJournal({ run: 'abc123', api, folder });

test('the journal has a resource in its file before it exists, and the file while something is pending', () => {
  const folder = makeFolder();
  const journal = open(folder);
  const seq = journal.intend('configuration', 'zone', ['ts-abc123 1']);
  const [name = ''] = readdirSync(folder);
  expect(readFileSync(join(folder, name), 'utf8')).toContain('"labels":["ts-abc123 1"]');
  expect(leftJournals(folder)[0]?.pending[0]?.ids).toBeNull();
  journal.created(seq, ['1']);
  journal.close();
  expect(readdirSync(folder)).toHaveLength(1);
  journal.removed('1');
  journal.close();
  expect(readdirSync(folder)).toEqual([]);
});

test('the journal lists what is pending, newest first, also a reused id and not what a removed zone had', () => {
  const journal = open(null);
  const [zone, first, second, third] = [
    journal.intend('zone', null, ['z']),
    journal.intend('configuration', 'zone', ['a']),
    journal.intend('rule', 'other', ['b', 'c']),
    journal.intend('rule', 'zone', ['d']),
  ];
  journal.created(zone, ['zone']);
  journal.created(first, ['1']);
  journal.created(second, ['2', '3']);
  journal.refused(third);
  journal.removed('2');
  const pending = () => journal.pending().map(({ seq, ids }) => [seq, ids]);
  expect(pending()).toEqual([
    [second, ['3']],
    [first, ['1']],
    [zone, ['zone']],
  ]);
  journal.removed('zone');
  expect(pending()).toEqual([[second, ['3']]]);
  journal.removed('3');
  const again = journal.intend('rule', 'other', ['e']);
  journal.created(again, ['3']);
  expect(pending()).toContainEqual([again, ['3']]);
});

test('a journal that was left is read up to a truncated line; one that can not be written is an error', () => {
  const folder = makeFolder();
  const journal = open(folder);
  journal.created(journal.intend('rule', 'zone', ['a']), ['1']);
  const file = join(folder, 'cleanup-abc123.jsonl');
  appendFileSync(file, '{"event":"remo');
  const [left] = leftJournals(folder);
  expect([left?.run, left?.api, left?.pending[0]?.ids]).toEqual(['abc123', api, ['1']]);
  expect(() => open(join(file, 'below'))).toThrow(HarnessError);
  if (left) dropJournal(left);
  expect(readdirSync(folder)).toEqual([]);
  expect(leftJournals(join(folder, 'absent'))).toEqual([]);
});

const all = [
  { kind: 'rule', scopeId: 'zone-a', ids: ['rule-a'] },
  { kind: 'configuration', scopeId: 'zone-b', ids: ['configuration-b'] },
  { kind: 'zone', scopeId: null, ids: ['zone-a'] },
  { kind: 'gateway', scopeId: 'account', ids: ['gateway'] },
];
const tenant = [
  { kind: 'gateway', scopeId: 'tenant', ids: ['gateway-t'] },
  ...all,
  { kind: 'tenant', scopeId: null, ids: ['tenant'] },
];

test.each([
  ['the contents of a zone with the zone', all, '', 'zone-a configuration-b gateway'],
  ['the contents of a tenant with the tenant', tenant, '', 'tenant zone-a configuration-b gateway'],
  ['the contents one by one where the zone stays', all, 'zone-a', 'zone-a rule-a configuration-b gateway'],
])('the clean-up removes %s', async (_, pending, stays, expected) => {
  const asked: string[] = [];
  const removed: string[] = [];
  const ask = async (_operation: string, { params = {} }: LooseInput = {}): Promise<Reply> => {
    const id = String(Object.values(params).at(-1));
    asked.push(id);
    const status = id === stays ? 500 : 200;
    const body = { success: status === 200, errors: [], messages: [], result: null };
    return { status, headers: new Headers(), text: '', bytes: new Uint8Array(), body };
  };
  const entries = pending.map((one, at) => ({ ...one, seq: pending.length - at, labels: [], at: null }));
  const over = { run: 'run', isOver: true };
  const leaks = await removeResources({ ask, endlessLists: new Set() }, entries, over, (id) =>
    removed.push(id),
  );
  expect(asked.join(' ')).toBe(expected);
  expect([...removed, ...leaks.map(({ id }) => id)].sort()).toEqual([...asked].sort());
  expect(leaks.map(({ id }) => id).join('')).toBe(stays);
});

const namespaces = '/accounts/abc/artifacts/namespaces';
const gateways = '/accounts/abc/ai-gateway/gateways';
test.each([
  [
    'POST',
    '/zones/abc/token_validation/config',
    { type: 'create', kind: { name: 'configuration' }, scopeId: 'abc' },
  ],
  ['POST', gateways, { type: 'create', kind: { name: 'gateway' }, scopeId: 'abc' }],
  ['POST', '/zones', { type: 'create', kind: { name: 'zone' }, scopeId: null }],
  ['POST', namespaces, { type: 'create', kind: { name: 'namespace' }, scopeId: 'abc' }],
  ['POST', `${namespaces}/ns/repos`, { type: 'create', kind: { name: 'repository' }, scopeId: 'abc/ns' }],
  ['POST', `${namespaces}/ns/repos/r/import`, { type: 'create', kind: { name: 'repository' } }],
  ['DELETE', '/zones/abc', { type: 'remove', kind: { name: 'zone' }, id: 'abc' }],
  ['DELETE', `${namespaces}/ns/repos/r`, { type: 'remove', kind: { name: 'repository' }, id: 'r' }],
  ['DELETE', `${namespaces}/ns`, { type: 'remove', kind: { name: 'namespace' }, id: 'ns' }],
  ['DELETE', `${gateways}/ts%2Dabc123`, { type: 'remove', kind: { name: 'gateway' }, id: 'ts-abc123' }],
  ['GET', gateways, undefined],
  ['PUT', `${gateways}/ts-abc123-1`, undefined],
  ['POST', `${gateways}/ts-abc123-1/routes`, undefined],
] as const)('the effect of %s %s is %o', (method, path, effect) => {
  if (effect) expect(getEffect(method, path)).toMatchObject(effect);
  else expect(getEffect(method, path)).toBeUndefined();
});

test.each(['', '.', '..'])('no created resource has the id "%s", which names its collection', (id) => {
  const effect = getEffect('POST', '/zones');
  if (effect?.type !== 'create') throw new Error('POST /zones creates nothing');
  expect(getIds(effect.kind, { success: true, result: { id } })).toEqual([]);
});
