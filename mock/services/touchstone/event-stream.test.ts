import { describe, expect, it } from 'vitest';
import type { SecurityEvent } from '../../../spec/services/touchstone/schemas.ts';
import { EventLog } from '../../world/event-log.ts';
import { eventStream } from './event-stream.ts';

// Only the id is read on the way.
const event = (id: string) => ({ id }) as SecurityEvent;

function start(heartbeat = 20) {
  const log = new EventLog<SecurityEvent>(3);
  const stream = eventStream(log, { selects: () => true, lastEventId: undefined, heartbeat });
  const reader = stream.pipeThrough(new TextDecoderStream()).getReader();
  return { log, reader, next: async () => (await reader.read()).value };
}

describe('eventStream', () => {
  it('says at once that it is there, and later that it still is', async () => {
    const { next } = start();
    expect(await next()).toBe('retry: 1000\n\n');
    expect(await next()).toBe(': still here\n\n');
    expect(await next()).toBe(': still here\n\n');
  });

  it('sends together what happened while nobody read, as far as it is kept', async () => {
    const { log, next } = start();
    await next();
    for (const id of ['a', 'b', 'c', 'd']) log.push(event(id));
    const text = (await next()) ?? '';
    expect(text.match(/^id: .*$/gm)).toEqual(['id: b', 'id: c', 'id: d']);
  });

  it('sends what happened before it is let go of', async () => {
    const { log, reader, next } = start(5_000);
    await next();
    log.push(event('a'));
    log.dismiss();
    expect(await next()).toContain('id: a');
    expect((await reader.read()).done).toBe(true);
  });
});
