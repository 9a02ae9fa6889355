import { beforeEach, describe, expect, it } from 'vitest';
import { settingNames } from '../../../spec/services/settings/known-settings.ts';
import { createMock } from '../../create-mock.ts';
import { clientOf, refusalOf } from '../../testing/test-client.ts';

const mock = createMock();
const client = clientOf(mock);
const { zoneId: zone_id } = mock.defaults;
const at = Date.UTC(2026, 5, 1);

beforeEach(() => {
  mock.reset();
  mock.clock.freeze(at);
});

const get = (setting_id: string) => client.call('settings.setting.get', { params: { zone_id, setting_id } });
const edit = (setting_id: string, value: unknown) =>
  client.call('settings.setting.edit', { params: { zone_id, setting_id }, body: { value } });
const setPlan = (legacy_id: 'free' | 'pro') =>
  client.call('zones.zone.edit', { params: { zone_id }, body: { plan: { legacy_id } } });

describe('the settings of a zone', () => {
  it('are all there, off or at their first values, never changed', async () => {
    const { body } = await client.call('settings.setting.list', { params: { zone_id } });
    expect(body.result.map(({ id }) => id)).toEqual([...settingNames]);
    expect(body.result.every(({ modified_on }) => modified_on === null)).toBe(true);
  });

  it('keep what they were changed to, dated in microseconds', async () => {
    const changed = {
      id: 'content_converter',
      value: 'on',
      editable: true,
      modified_on: '2026-06-01T00:00:00.000000Z',
    };
    expect((await edit('content_converter', 'on')).body.result).toEqual(changed);
    expect((await get('content_converter')).body.result).toEqual(changed);
  });

  it('keep values of any type', async () => {
    const value = { strict_transport_security: { enabled: true, max_age: 600 } };
    expect((await edit('security_header', value)).body.result.value).toEqual(value);
    expect((await edit('ciphers', ['AES128-SHA'])).body.result.value).toEqual(['AES128-SHA']);
  });

  it('say when they are kept without effect, as an inferred answer', async () => {
    const kept = await edit('ssl', 'strict');
    expect(kept.body.messages).toEqual([
      { code: 110601, message: 'ssl is kept and answered, and changes nothing about requests here' },
    ]);
    expect(kept.headers.get('touchstone-basis')).toBe('inferred');
    const effective = await edit('content_converter', 'on');
    expect(effective.body.messages).toEqual([]);
    expect(effective.headers.get('touchstone-basis')).toBe('documented');
  });

  it('refuse what rests on a guess when only documented facts are wanted, and stay as they were', async () => {
    const strict = clientOf(createMock({ basis: 'documented' }));
    const params = { zone_id, setting_id: 'ssl' };
    const reply = await strict.call('settings.setting.edit', { params, body: { value: 'strict' } });
    expect(reply.status).toBe(501);
    expect((await strict.call('settings.setting.get', { params })).body.result.modified_on).toBeNull();
  });

  it('come back from a snapshot', async () => {
    const restore = mock.snapshot();
    await edit('content_converter', 'on');
    restore();
    expect((await get('content_converter')).body.result.value).toBe('off');
  });
});

describe('a change of a setting', () => {
  it.each([
    ['an unknown name', 'nonsense', 'on', 1006, 'Unrecognized zone setting name: nonsense'],
    ['a name of an object member', 'constructor', 'on', 1006, 'Unrecognized zone setting name: constructor'],
    ['a wrong value', 'content_converter', 'yes', 1007, 'Invalid value for zone setting content_converter'],
    ['no value', 'content_converter', undefined, 1007, 'Invalid value for zone setting content_converter'],
    [
      'one that nobody may change',
      'advanced_ddos',
      'off',
      1057,
      'advanced_ddos cannot be modified for this zone',
    ],
  ])('is refused for %s', async (_, id, value, code, message) => {
    expect(refusalOf(await edit(id, value))).toMatchObject({ status: 400, code, message });
  });

  it('is refused with 1007 when the body is no object', async () => {
    const reply = await client.send({
      method: 'PATCH',
      path: `/zones/${zone_id}/settings/content_converter`,
      headers: { 'content-type': 'application/json' },
      body: '["on"]',
    });
    expect(refusalOf(reply)).toMatchObject({
      status: 400,
      code: 1007,
      message: 'Invalid value for zone setting content_converter',
    });
  });

  it('is refused on the Free plan, and taken again on the Pro plan', async () => {
    await edit('content_converter', 'on');
    await setPlan('free');
    expect(refusalOf(await edit('content_converter', 'off'))).toMatchObject({ status: 400, code: 1057 });
    expect((await get('content_converter')).body.result).toMatchObject({ value: 'on', editable: false });
    await setPlan('pro');
    expect((await edit('content_converter', 'off')).status).toBe(200);
  });

  it('is taken on the Free plan once the zone has a custom hostname', async () => {
    await setPlan('free');
    const body = { hostname: 'shop.customer.localhost' };
    await client.call('custom-hostnames.hostname.create', { params: { zone_id }, body });
    expect((await edit('content_converter', 'on')).body.result).toMatchObject({
      value: 'on',
      editable: true,
    });
  });
});

describe('a change of several settings', () => {
  const editMany = (items: { id: string; value: unknown }[]) =>
    client.call('settings.setting.edit-many', { params: { zone_id }, body: { items } });

  it('answers with those that it changed', async () => {
    const { body } = await editMany([
      { id: 'content_converter', value: 'on' },
      { id: 'ssl', value: 'strict' },
    ]);
    expect(body.result.map(({ id, value }) => [id, value])).toEqual([
      ['content_converter', 'on'],
      ['ssl', 'strict'],
    ]);
    expect(body.messages).toHaveLength(1);
  });

  it('changes none when one is refused, and points at it', async () => {
    const reply = await editMany([
      { id: 'content_converter', value: 'on' },
      { id: 'ssl', value: 'stricter' },
    ]);
    expect(refusalOf(reply)).toMatchObject({ code: 1007, pointer: '/items/1/value' });
    expect((await get('content_converter')).body.result.value).toBe('off');
  });
});
