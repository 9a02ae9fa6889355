import { describe, expect, it } from 'vitest';
import type { RulesetAction } from '../../../spec/services/rulesets/phases.ts';
import { type RuleInput, stored, ZoneFixture } from '../testing/zone-fixture.ts';

const phase = 'http_request_firewall_custom';
const everything = 'http.request.uri.path contains "/"';
const custom = 'a'.repeat(32);
const root = 'b'.repeat(32);

/** Actions of one request's events, in order. */
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

describe("rules of the zone's account", () => {
  /** An account whose entry ruleset executes a custom ruleset with the given rules. */
  function withAccount(rules: readonly RuleInput[], execute: Partial<RuleInput> = {}): ZoneFixture {
    const fixture = new ZoneFixture();
    fixture.account(stored({ id: custom, phase, kind: 'custom', rules }));
    const entry = rule('run', 'execute', { action_parameters: { id: custom }, ...execute });
    fixture.account(stored({ id: root, phase, kind: 'root', rules: [entry] }));
    fixture.firewall(rule('own', 'log'));
    return fixture;
  }

  it.each([
    ['by plan', 'cf.zone.plan eq "ENT"', ['log shared', 'log own']],
    ['by name', 'cf.zone.name eq "other.localhost"', ['log own']],
  ])('choose zones %s', async (_, expression, expected) => {
    expect(await actionsFor(withAccount([rule('shared', 'log')], { expression }))).toEqual(expected);
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
  ])('that execute %s have no effect', async (_, id) => {
    const fixture = withAccount([rule('again', 'execute', { action_parameters: { id } }), rule('b', 'log')]);
    expect(await actionsFor(fixture)).toEqual(['log b', 'log own']);
  });
});
