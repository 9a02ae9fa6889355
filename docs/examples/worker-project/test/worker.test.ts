import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createMock } from 'touchstone';
import worker from '../src/worker.ts';

const bindings = {
  r2_buckets: [{ binding: 'NOTES', bucket_name: 'notes' }],
  ai: { binding: 'AI' },
  artifacts: [{ binding: 'REPOS', namespace: 'notes' }],
  vars: { MODEL: '@cf/meta/llama-3.1-8b-instruct' },
};

/** The Worker with the bindings of a new mock. */
function opened() {
  const mock = createMock();
  const ask = mock.worker(worker, bindings);
  const send = (method: string, path: string, body?: string) =>
    ask(new Request(`http://notes.example${path}`, { method, body: body ?? null }));
  return { mock, send };
}

test('stores and returns a note', async () => {
  const { send } = opened();
  assert.equal((await send('PUT', '/monday', 'Buy lamps.')).status, 204);
  assert.equal(await (await send('GET', '/monday')).text(), 'Buy lamps.');
  assert.equal((await send('GET', '/tuesday')).status, 404);
});

test('summarises a note with a model', async () => {
  const { mock, send } = opened();
  mock.models.add({ match: { text: 'Buy lamps.' }, reply: { text: 'Lamps are needed.' } });
  await send('PUT', '/monday', 'Buy lamps.');
  assert.equal(await (await send('GET', '/monday/summary')).text(), 'Lamps are needed.');
});

test('answers 500 when the model fails', async () => {
  const { mock, send } = opened();
  mock.models.add({ match: { text: 'Buy lamps.' }, reply: { error: { status: 429, reason: 'overloaded' } } });
  await send('PUT', '/monday', 'Buy lamps.');
  assert.equal((await send('GET', '/monday/summary')).status, 500);
});

test('creates a repository for a note', async () => {
  const { send } = opened();
  await send('PUT', '/monday', 'Buy lamps.');
  const made = await send('POST', '/monday/repository');
  assert.equal(made.status, 201);
  const { remote, token } = await made.json();
  assert.match(remote, /\/notes\/monday\.git$/);
  assert.ok(token.length > 0);
});
