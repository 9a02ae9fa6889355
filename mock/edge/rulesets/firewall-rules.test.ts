import { describe, expect, it } from 'vitest';
import type { RulesetAction } from '../../../spec/services/rulesets/phases.ts';
import { type RuleInput, stored, ZoneFixture } from '../testing/zone-fixture.ts';

const phase = 'http_request_firewall_custom';
const everything = 'http.request.uri.path contains "/"';
const custom = 'a'.repeat(32);
const root = 'b'.repeat(32);
const own = 'f'.repeat(32);

/** Id of a rule of the zone's own ruleset, by its place. */
const idOf = (index: number) => `${own.slice(0, 28)}${String(index).padStart(4, '0')}`;

/** Actions of the events of one request, in order. */
async function actionsFor(fixture: ZoneFixture, path = '/'): Promise<string[]> {
  const known = fixture.zone.events.size;
  await fixture.send(path);
  const newest = [...fixture.zone.events.newestFirst()];
  return newest
    .slice(0, newest.length - known)
    .reverse()
    .map(({ action, ref }) => `${action} ${ref}`);
}

const rule = (ref: string, action: RulesetAction, more: Partial<RuleInput> = {}): RuleInput => ({
  ref,
  action,
  expression: everything,
  ...more,
});

describe('custom rules', () => {
  it.each([
    ['block', 'block', null],
    ['challenge', 'challenge', 'challenge'],
    ['js_challenge', 'jschallenge', 'challenge'],
    ['managed_challenge', 'managedchallenge', 'challenge'],
  ] as const)('stop a request by %s with status 403', async (action, recorded, mitigated) => {
    const fixture = new ZoneFixture();
    fixture.firewall(rule('first', action), rule('second', 'log'));
    const response = await fixture.send();
    expect(response.status).toBe(403);
    expect(response.headers.get('content-type')).toBe('text/html; charset=UTF-8');
    expect(response.headers.get('cf-mitigated')).toBe(mitigated);
    expect(fixture.asked).toEqual([]);
    expect(await actionsFor(fixture)).toEqual([`${recorded} first`]);
  });

  it('answer a block as its response says', async () => {
    const fixture = new ZoneFixture();
    const response = { status_code: 451, content: '{"no":true}', content_type: 'application/json' };
    fixture.firewall(rule('first', 'block', { action_parameters: { response } }));
    const answer = await fixture.send();
    expect([answer.status, await answer.text(), answer.headers.get('content-type')]).toEqual([
      451,
      '{"no":true}',
      'application/json',
    ]);
  });

  it.each([
    ['go on behind a log', [rule('a', 'log'), rule('b', 'block')], ['log a', 'block b']],
    ['end at the first block', [rule('a', 'block'), rule('b', 'log')], ['block a']],
    ['pass over a rule that is off', [rule('a', 'block', { enabled: false }), rule('b', 'log')], ['log b']],
    ['pass over a rule that does not match', [rule('a', 'block', { expression: 'ssl' })], []],
    [
      'skip the rest of their ruleset',
      [rule('a', 'skip', { action_parameters: { ruleset: 'current' } }), rule('b', 'block')],
      ['skip a'],
    ],
    [
      'skip the rest of their phase',
      [rule('a', 'skip', { action_parameters: { phase: 'current' } }), rule('b', 'block')],
      ['skip a'],
    ],
    [
      'skip single rules',
      [
        rule('a', 'skip', { action_parameters: { rules: { [own]: [idOf(1)] } } }),
        rule('b', 'block'),
        rule('c', 'log'),
      ],
      ['skip a', 'log c'],
    ],
    [
      'go on behind a skip of products',
      [rule('a', 'skip', { action_parameters: { products: ['waf'] } }), rule('b', 'block')],
      ['skip a', 'block b'],
    ],
    [
      'record no skip that is not to be logged',
      [rule('a', 'skip', { action_parameters: { ruleset: 'current' }, logging: { enabled: false } })],
      [],
    ],
  ] as const)('%s', async (_, rules, expected) => {
    const fixture = new ZoneFixture();
    fixture.firewall(...rules);
    expect(await actionsFor(fixture)).toEqual(expected);
  });

  it('say in the event which rule of which ruleset acted', async () => {
    const fixture = new ZoneFixture();
    fixture.firewall(rule('mine', 'log', { description: 'Watch' }));
    await fixture.send('/orders?page=2');
    expect([...fixture.zone.events.newestFirst()]).toMatchObject([
      {
        source: 'firewallCustom',
        action: 'log',
        ruleId: idOf(0),
        rulesetId: own,
        description: 'Watch',
        ref: 'mine',
        matchIndex: 0,
        clientIP: '127.0.0.1',
        clientRequestPath: '/orders',
        clientRequestQuery: '?page=2',
        edgeResponseStatus: 200,
        originResponseStatus: 200,
        token_validation_violations: [],
      },
    ]);
  });

  it('take in a change of the ruleset at once', async () => {
    const fixture = new ZoneFixture();
    fixture.firewall(rule('a', 'block'));
    expect(await fixture.reaches()).toBe(false);
    fixture.firewall();
    expect(await fixture.reaches()).toBe(true);
  });
});

describe("rules of the zone's account", () => {
  /** An account whose entry ruleset runs a custom ruleset with the given rules. */
  function withAccount(rules: readonly RuleInput[], execute: Partial<RuleInput> = {}): ZoneFixture {
    const fixture = new ZoneFixture();
    fixture.account(stored({ id: custom, phase, kind: 'custom', rules }));
    const entry = rule('run', 'execute', { action_parameters: { id: custom }, ...execute });
    fixture.account(stored({ id: root, phase, kind: 'root', rules: [entry] }));
    fixture.firewall(rule('own', 'log'));
    return fixture;
  }

  it('run before those of the zone', async () => {
    const fixture = withAccount([rule('shared', 'log')]);
    expect(await actionsFor(fixture)).toEqual(['log shared', 'log own']);
    expect([...fixture.zone.events.newestFirst()].map(({ rulesetId }) => rulesetId)).toEqual([own, custom]);
  });

  it('stop a request before those of the zone are asked', async () => {
    expect(await actionsFor(withAccount([rule('shared', 'block')]))).toEqual(['block shared']);
  });

  it.each([
    ['by plan', 'cf.zone.plan eq "ENT"', ['log shared', 'log own']],
    ['by name', 'cf.zone.name eq "other.localhost"', ['log own']],
  ])('choose zones %s', async (_, expression, expected) => {
    expect(await actionsFor(withAccount([rule('shared', 'log')], { expression }))).toEqual(expected);
  });

  it.each([
    ['the phase ends it for the zone too', { phase: 'current' }, ['skip a']],
    ['the ruleset goes on with the zone', { ruleset: 'current' }, ['skip a', 'log own']],
    ['the ruleset of the zone leaves it out', { rulesets: [own] }, ['skip a', 'log b']],
  ])('that skip %s', async (_, action_parameters, expected) => {
    const fixture = withAccount([rule('a', 'skip', { action_parameters }), rule('b', 'log')]);
    expect(await actionsFor(fixture)).toEqual(expected);
  });

  it.each([
    ['a rule', { rules: [{ id: `${custom.slice(0, 28)}0000`, action: 'block' }] }, ['block shared']],
    [
      'a rule that is off',
      { rules: [{ id: `${custom.slice(0, 28)}0001`, enabled: true }] },
      ['log shared', 'log off', 'log own'],
    ],
    ['a category', { categories: [{ category: 'api', action: 'block' }] }, ['block shared']],
    ['the whole ruleset', { enabled: false }, ['log own']],
    [
      'a rule before its category',
      {
        rules: [{ id: `${custom.slice(0, 28)}0000`, action: 'log' }],
        categories: [{ category: 'api', action: 'block' }],
      },
      ['log shared', 'log own'],
    ],
  ])('can override %s', async (_, overrides, expected) => {
    const fixture = withAccount(
      [rule('shared', 'log', { categories: ['api'] }), rule('off', 'log', { enabled: false })],
      { action_parameters: { id: custom, overrides } },
    );
    expect(await actionsFor(fixture)).toEqual(expected);
  });

  it.each([
    ['itself', custom],
    ['a ruleset that is not there', 'd'.repeat(32)],
  ])('that run %s do no harm', async (_, id) => {
    const fixture = withAccount([rule('again', 'execute', { action_parameters: { id } }), rule('b', 'log')]);
    expect(await actionsFor(fixture)).toEqual(['log b', 'log own']);
  });
});
