import { describe, expect, it } from 'vitest';
import { ZoneFixture } from '../testing/zone-fixture.ts';

const on = { content_converter: true };
const off = { content_converter: false };
const docs = 'starts_with(http.request.uri.path, "/docs")';
const everything = 'http.host eq "example.localhost"';

describe('configuration rules', () => {
  it.each([
    ['set nothing where none matches', [{ expression: docs, action_parameters: on }], '/', {}],
    ['set what they name where they match', [{ expression: docs, action_parameters: on }], '/docs/a', on],
    [
      'overwrite what an earlier one set',
      [
        { expression: everything, action_parameters: on },
        { expression: docs, action_parameters: off },
      ],
      '/docs/a',
      off,
    ],
    [
      'keep what a later one does not name',
      [
        { expression: everything, action_parameters: on },
        { expression: docs, action_parameters: { ssl: 'strict' } },
      ],
      '/docs/a',
      { content_converter: true, ssl: 'strict' },
    ],
    [
      'set nothing while they are off',
      [{ expression: docs, action_parameters: on, enabled: false }],
      '/docs',
      {},
    ],
  ])('%s', async (_, rules, path, expected) => {
    const fixture = new ZoneFixture();
    fixture.configure(...rules);
    const response = await fixture.send(path);
    expect(fixture.asked[0]?.context.decisions).toEqual(expected);
    expect(fixture.world.journal.find(() => true)?.configuration).toEqual(expected);
    const header = response.headers.get('touchstone-config');
    expect(header === null ? {} : JSON.parse(header)).toEqual(expected);
  });

  it.each([
    ['beat the setting of the zone', 'on', off, off],
    [
      'leave the setting of the zone where they say nothing of it',
      'on',
      { ssl: 'strict' },
      { ...on, ssl: 'strict' },
    ],
    ['see nothing of a setting at its default', 'off', { ssl: 'strict' }, { ssl: 'strict' }],
  ])('%s', async (_, value, action_parameters, expected) => {
    const fixture = new ZoneFixture();
    fixture.zone.settings.put({ id: 'content_converter', value, modified_on: '2026-01-01T00:00:00.000000Z' });
    fixture.configure({ expression: everything, action_parameters });
    await fixture.send();
    expect(fixture.asked[0]?.context.decisions).toEqual(expected);
  });

  it('are left out where a custom rule skips their phase', async () => {
    const fixture = new ZoneFixture();
    fixture.configure({ expression: everything, action_parameters: on });
    const action_parameters = { phases: ['http_config_settings'] };
    fixture.firewall({ expression: docs, action: 'skip', action_parameters });
    await fixture.send('/docs');
    await fixture.send('/');
    expect(fixture.asked.map(({ context }) => context.decisions)).toEqual([{}, on]);
  });

  it('tell nobody from elsewhere than loopback', async () => {
    const fixture = new ZoneFixture();
    fixture.configure({ expression: everything, action_parameters: on });
    const response = await fixture.send('/', {}, { address: '203.0.113.7', loopback: false });
    expect(response.headers.get('touchstone-config')).toBeNull();
    expect(fixture.asked[0]?.context.decisions).toEqual(on);
  });
});
