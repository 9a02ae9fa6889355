import { describe, expect, it } from 'vitest';
import { GatewayLogs, type LogRoom } from './gateway-logs.ts';
import type { StoredLog } from './gateway-records.ts';

function log(id: string, parts: Partial<StoredLog> = {}): StoredLog {
  return {
    id,
    gatewayId: 'shop',
    eventId: null,
    userAgent: null,
    feedback: null,
    score: null,
    requestBody: null,
    responseBody: null,
    entry: {
      id,
      created_at: '2030-01-01T00:00:00.000000Z',
      provider: 'openai',
      model: 'openai/gpt-5',
      path: 'ai/run',
      duration: 1,
      success: true,
      cached: false,
      tokens_in: 1,
      tokens_out: 1,
    },
    ...parts,
  };
}

function filled(room: LogRoom, ...ids: string[]): GatewayLogs {
  const logs = new GatewayLogs();
  for (const id of ids) logs.add(log(id), room);
  return logs;
}

const ids = (logs: GatewayLogs, gateway = 'shop') => logs.list(gateway).map(({ id }) => id);
const roomy: LogRoom = { limit: 10, whenFull: 'DELETE_OLDEST' };

describe('GatewayLogs', () => {
  it.each([
    ['DELETE_OLDEST', ['b', 'c']],
    ['STOP_INSERTING', ['a', 'b']],
  ] as const)('that is full and set to %s keeps %j', (whenFull, expected) => {
    expect(ids(filled({ limit: 2, whenFull }, 'a', 'b', 'c'))).toEqual(expected);
  });

  it('drops the bodies of the oldest entries when the total is too long', () => {
    const logs = new GatewayLogs(10);
    for (const id of ['a', 'b', 'c']) logs.add(log(id, { requestBody: '12', responseBody: '345' }), roomy);
    const bodies = () => logs.list('shop').map(({ requestBody }) => requestBody);
    expect(bodies()).toEqual([null, '12', '12']);
    const restore = logs.snapshot();
    logs.remove('shop', 'b');
    logs.add(log('d', { responseBody: '123456' }), roomy);
    expect(bodies()).toEqual([null, null, null]);
    expect(logs.get('shop', 'd')?.responseBody).toBe('123456');
    restore();
    expect(bodies()).toEqual([null, '12', '12']);
    logs.add(log('e', { responseBody: '1' }), roomy);
    expect(bodies()).toEqual([null, null, '12', null]);
  });

  it('shrinks to a lowered limit with the next entry', () => {
    const logs = filled(roomy, 'a', 'b', 'c', 'd');
    logs.add(log('e'), { limit: 2, whenFull: 'DELETE_OLDEST' });
    expect(ids(logs)).toEqual(['d', 'e']);
  });

  it('replaces an entry in its position, and restores none', () => {
    const logs = filled(roomy, 'a', 'b');
    logs.replace(log('a', { score: 5 }));
    logs.replace(log('c'));
    expect(ids(logs)).toEqual(['a', 'b']);
    expect(logs.get('shop', 'a')?.score).toBe(5);
  });

  it('keeps gateways apart', () => {
    const logs = filled(roomy, 'a');
    logs.add(log('a', { gatewayId: 'other', score: 1 }), roomy);
    logs.remove('shop', 'a', 'unknown');
    expect([ids(logs), ids(logs, 'other')]).toEqual([[], ['a']]);
    logs.forget('other');
    expect(logs.get('other', 'a')).toBeUndefined();
  });

  it('is restored by a snapshot, more than once', () => {
    const logs = filled(roomy, 'a', 'b');
    const restore = logs.snapshot();
    for (const change of [() => logs.remove('shop', 'a'), () => logs.add(log('c'), roomy)]) {
      change();
      restore();
      expect(ids(logs)).toEqual(['a', 'b']);
    }
  });
});
