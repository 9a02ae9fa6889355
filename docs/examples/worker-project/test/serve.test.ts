import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { test } from 'node:test';

test('runs under serve, with the bindings of wrangler.jsonc', { timeout: 60_000 }, async () => {
  const flags = [
    'serve',
    '--worker',
    'src/worker.ts',
    '--bindings',
    'wrangler.jsonc',
    '--port',
    '0',
    '--json',
  ];
  const server = spawn('node_modules/.bin/touchstone', flags, { stdio: ['ignore', 'pipe', 'inherit'] });
  try {
    const [line] = await once(createInterface(server.stdout), 'line');
    const { worker } = JSON.parse(line);
    assert.equal((await fetch(`${worker}/monday`, { method: 'PUT', body: 'Buy lamps.' })).status, 204);
    assert.equal(await (await fetch(`${worker}/monday`)).text(), 'Buy lamps.');
  } finally {
    server.kill();
    await once(server, 'exit');
  }
});
