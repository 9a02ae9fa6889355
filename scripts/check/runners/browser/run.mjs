import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { extname, join, normalize } from 'node:path';
import { chromium } from 'playwright';
import { launchCommand } from 'touchstone/playwright';

const [folder, worker] = process.argv.slice(2);
const types = {
  '.html': 'text/html',
  '.js': 'text/javascript',
  '.wasm': 'application/wasm',
  '.json': 'application/json',
};
const server = createServer(async (request, response) => {
  const { pathname } = new URL(request.url, 'http://localhost');
  const path =
    pathname === '/mockServiceWorker.js'
      ? worker
      : join(folder, pathname === '/' ? 'index.html' : normalize(pathname));
  try {
    const bytes = await readFile(path);
    response.setHeader('content-type', types[extname(path)] ?? 'application/octet-stream').end(bytes);
  } catch {
    response.writeHead(404).end();
  }
});
await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
const browser = await chromium.launch(await launchCommand());
try {
  const page = await browser.newPage();
  page.on('console', (message) => console.log(message.text()));
  page.on('pageerror', (error) => console.log(`page error: ${error.stack}`));
  await page.goto(`http://127.0.0.1:${server.address().port}/`);
  const handle = await page.waitForFunction(() => globalThis.failures, undefined, { timeout: 120_000 });
  const failures = await handle.jsonValue();
  for (const failure of failures) console.log(`FAILED ${failure}`);
  process.exitCode = failures.length === 0 ? 0 : 1;
} finally {
  await browser.close();
  server.close();
}
