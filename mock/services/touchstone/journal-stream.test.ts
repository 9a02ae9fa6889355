import { expect, it } from 'vitest';
import { journalLimits } from '../../../spec/services/touchstone/events.ts';
import { Journal } from '../../world/journal.ts';
import { journalStream } from './journal-stream.ts';

function note(journal: Journal, explain: () => string[] = () => []): void {
  journal.note({
    at: 0,
    plane: 'api',
    method: 'GET',
    url: 'http://localhost/a',
    operation: null,
    basis: 'inferred',
    status: 200,
    durationMs: 1,
    requestHeaders: new Headers(),
    requestBody: null,
    responseBody: null,
    explain,
  });
}

it('formats nothing for a reader that does not read, and then tells how many it missed', async () => {
  const journal = new Journal();
  const reader = journalStream(journal, { query: {}, bodies: true, lastEventId: undefined }).getReader();
  const read = async () => new TextDecoder().decode((await reader.read()).value);
  expect(await read()).toBe('retry: 1000\n\n');
  let formatted = 0;
  const { streamedAtOnce } = journalLimits;
  for (let n = 0; n < streamedAtOnce + 5; n++) {
    note(journal, () => {
      formatted++;
      return [];
    });
  }
  expect(formatted).toBe(0);
  const text = await read();
  expect(text).toMatch(/^event: missed\ndata: \{"count":5\}\n\nid: 6\nevent: request\n/);
  expect(text.match(/^event: request$/gm)).toHaveLength(streamedAtOnce);
  expect(formatted).toBe(streamedAtOnce);
  await reader.cancel();
});

it('starts now for a Last-Event-ID that is no id of an entry', async () => {
  const journal = new Journal();
  note(journal);
  const reader = journalStream(journal, { query: {}, bodies: true, lastEventId: 'x' }).getReader();
  await reader.read();
  const next = reader.read();
  note(journal);
  expect(new TextDecoder().decode((await next).value)).toMatch(/^id: 2\n/);
  await reader.cancel();
});
