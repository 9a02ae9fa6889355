import { beforeEach, describe, expect, it } from 'vitest';

import { createMock } from '../../assembly/create-mock.ts';
import { getClient } from '../../assembly/testing/test-client.ts';

const mock = createMock();
const client = getClient(mock);
const { zoneId: zone_id } = mock.defaults;
const at = Date.UTC(2026, 5, 1);

beforeEach(() => {
  mock.reset();
  mock.clock.freeze(at);
});

const get = (setting_id: string) => client.call('settings.setting.get', { params: { zone_id, setting_id } });
const edit = (setting_id: string, value: unknown) =>
  client.call('settings.setting.edit', { params: { zone_id, setting_id }, body: { value } });

describe('the settings of a zone', () => {
  it('have a message and an inferred certainty when they are stored without effect', async () => {
    const kept = await edit('ssl', 'strict');
    expect(kept.body.messages).toEqual([
      { code: 110601, message: 'ssl is stored, but has no effect on requests here' },
    ]);
    expect(kept.headers.get('touchstone-basis')).toBe('inferred');
    const effective = await edit('content_converter', 'on');
    expect(effective.body.messages).toEqual([]);
    expect(effective.headers.get('touchstone-basis')).toBe('documented');
  });

  it('are refused, and stay unchanged, when only documented facts are allowed', async () => {
    const strict = getClient(createMock({ basis: 'documented' }));
    const params = { zone_id, setting_id: 'ssl' };
    const reply = await strict.call('settings.setting.edit', { params, body: { value: 'strict' } });
    expect(reply.status).toBe(501);
    expect((await strict.call('settings.setting.get', { params })).body.result.modified_on).toBeNull();
  });

  it('are restored from a snapshot', async () => {
    const restore = mock.snapshot();
    await edit('content_converter', 'on');
    restore();
    expect((await get('content_converter')).body.result.value).toBe('off');
  });
});
