import Cloudflare from 'cloudflare';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createMock, type Listening } from '../../mock/index.ts';
import { type Ruleset, rulesetSchema } from '../../spec/services/rulesets/schemas.ts';
import { refusal } from './client-refusal.ts';

const mock = createMock();
const { zoneId: zone_id, accountId: account_id } = mock.defaults;
let planes: Listening;
let client: Cloudflare;

beforeAll(async () => {
  planes = await mock.listen({ port: 0 });
  client = new Cloudflare({ apiToken: mock.defaults.apiToken, baseURL: planes.api, maxRetries: 0 });
});
beforeEach(() => mock.reset());
afterAll(() => planes.close());

const phase = 'http_request_firewall_custom';
const block = {
  action: 'block',
  expression: 'http.host eq "shop.example.localhost"',
  description: 'first',
} as const;
const log = { action: 'log', expression: 'ssl', description: 'second' } as const;

/** What an answer says of its rules, in order. */
const described = ({ rules }: Pick<Ruleset, 'rules'>) => rules.map(({ description }) => description);

/** What a write gives: the client's types leave it open, because a dry run gives null. */
const written = async (call: PromiseLike<unknown>) => rulesetSchema.parse(await call);

async function all<T>(list: AsyncIterable<T>): Promise<T[]> {
  const items: T[] = [];
  for await (const item of list) items.push(item);
  return items;
}

describe.each([
  ['a zone', { zone_id }, 'zone'],
  ['an account', { account_id }, 'root'],
] as const)('the npm client, unchanged, in %s', (_, scope, kind) => {
  it('creates, reads, updates and deletes a ruleset', async () => {
    const made = await written(
      client.rulesets.create({ ...scope, name: 'mine', kind, phase, rules: [block] }),
    );
    expect(made).toMatchObject({ name: 'mine', kind, phase, version: '1', description: '' });
    expect(await client.rulesets.get(made.id, scope)).toEqual(made);
    const rules = [log, { ...block, id: made.rules[0]?.id ?? '' }];
    const updated = await written(client.rulesets.update(made.id, { ...scope, rules }));
    expect(updated.version).toBe('2');
    expect(described(updated)).toEqual(['second', 'first']);
    expect(updated.rules[1]).toEqual(made.rules[0]);
    expect(await client.rulesets.delete(made.id, scope)).toBeFalsy();
    expect(await refusal(client.rulesets.get(made.id, scope))).toMatchObject({ status: 404 });
  });

  it('changes single rules and gets the whole ruleset', async () => {
    const made = await written(
      client.rulesets.create({ ...scope, name: 'mine', kind, phase, rules: [block] }),
    );
    const added = await written(
      client.rulesets.rules.create(made.id, { ...scope, ...log, position: { before: '' } }),
    );
    expect(described(added)).toEqual(['second', 'first']);
    const [second] = added.rules;
    const rule_id = second?.id ?? '';
    const edited = await written(
      client.rulesets.rules.edit(rule_id, {
        ...scope,
        ...log,
        ruleset_id: made.id,
        description: 'last',
        position: { after: made.rules[0]?.id ?? '' },
      }),
    );
    expect(described(edited)).toEqual(['first', 'last']);
    expect(edited.rules[1]).toMatchObject({ id: rule_id, version: '2' });
    const left = await written(client.rulesets.rules.delete(rule_id, { ...scope, ruleset_id: made.id }));
    expect(described(left)).toEqual(['first']);
    expect(left.version).toBe('4');
  });

  it('reads and writes entry points and their versions', async () => {
    expect(await refusal(client.rulesets.phases.get(phase, scope))).toEqual({
      status: 404,
      code: 10003,
      message: `could not find entrypoint ruleset in the ${phase} phase`,
    });
    const first = await written(client.rulesets.phases.update(phase, { ...scope, rules: [block] }));
    const second = await written(client.rulesets.phases.update(phase, { ...scope, rules: [log] }));
    expect(second.id).toBe(first.id);
    expect(await client.rulesets.phases.get(phase, scope)).toEqual(second);
    const versions = await all(client.rulesets.phases.versions.list(phase, scope));
    expect(versions.map(({ version }) => version)).toEqual(['1', '2']);
    expect(await client.rulesets.phases.versions.get('1', { ...scope, ruleset_phase: phase })).toEqual(first);
  });

  it('reads and deletes versions', async () => {
    const first = await written(
      client.rulesets.create({ ...scope, name: 'mine', kind, phase, rules: [block] }),
    );
    await client.rulesets.update(first.id, { ...scope, rules: [] });
    const versions = async () =>
      (await all(client.rulesets.versions.list(first.id, scope))).map(({ version }) => version);
    expect(await versions()).toEqual(['1', '2']);
    const params = { ...scope, ruleset_id: first.id };
    expect(await client.rulesets.versions.get('1', params)).toEqual(first);
    expect(await client.rulesets.versions.delete('1', params)).toBeFalsy();
    expect(await versions()).toEqual(['2']);
  });

  it('only tries what it sends with dry_run', async () => {
    const made = await written(
      client.rulesets.create({ ...scope, name: 'mine', kind, phase, rules: [block] }),
    );
    const dry = { ...scope, dry_run: true } as const;
    const rule_id = made.rules[0]?.id ?? '';
    expect(await client.rulesets.update(made.id, { ...dry, rules: [] })).toBeNull();
    expect(await client.rulesets.phases.update(phase, { ...dry, rules: [] })).toBeNull();
    expect(await client.rulesets.rules.create(made.id, { ...dry, ...log })).toBeNull();
    expect(await client.rulesets.rules.edit(rule_id, { ...dry, ...log, ruleset_id: made.id })).toBeNull();
    expect(await client.rulesets.rules.delete(rule_id, { ...dry, ruleset_id: made.id })).toBeNull();
    expect(await client.rulesets.delete(made.id, dry)).toBeFalsy();
    expect(await client.rulesets.get(made.id, scope)).toEqual(made);
  });

  it('lists rulesets until there are no more, whatever the size of a page', async () => {
    const phases = ['http_config_settings', 'http_ratelimit', phase] as const;
    for (const one of phases) await client.rulesets.phases.update(one, { ...scope, rules: [] });
    for (const per_page of [1, 2, 3, 50]) {
      const listed = await all(client.rulesets.list({ ...scope, per_page }));
      expect(listed.map((entry) => entry.phase)).toEqual(phases);
      expect(listed.filter((entry) => 'rules' in entry)).toEqual([]);
    }
    for await (const { id } of client.rulesets.list({ ...scope, per_page: 1 }))
      await client.rulesets.delete(id, scope);
    expect(await all(client.rulesets.list(scope))).toEqual([]);
  });
});

describe('the npm client, unchanged', () => {
  it('throws what is refused, with the position in an expression', async () => {
    const rules = [{ ...block, expression: 'http.hots eq "a"' }];
    const { status, code, message } = await refusal(client.rulesets.phases.update(phase, { zone_id, rules }));
    expect([status, code]).toEqual([400, 20127]);
    expect(message).toBe(
      `'http.hots eq "a"' is not a valid value for expression because could not parse filter expression: Filter parsing error (1:1):\nhttp.hots eq "a"\n^^^^^^^^^ unknown identifier\n`,
    );
  });

  it('sets the converter with a configuration rule', async () => {
    const rules = [
      {
        action: 'set_config',
        expression: "starts_with(http.request.uri.path, '/docs')",
        action_parameters: { content_converter: true },
        description: 'docs',
      },
    ] as const;
    const made = await written(
      client.rulesets.phases.update('http_config_settings', { zone_id, rules: [...rules] }),
    );
    expect(made.rules[0]).toMatchObject(rules[0]);
  });
});
