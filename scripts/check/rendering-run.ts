import { createHash } from 'node:crypto';
import process from 'node:process';
import { setTimeout } from 'node:timers';
import { createMock } from '../../mock/create-mock.ts';

/**
 * Draws a page in process, prints the checksum of its picture, and ends by itself, as a program of tests does.
 * `serve-matrix.ts` starts it on every runtime:
 *
 *     node scripts/check/rendering-run.ts
 */
const endMs = 10_000;

const mock = createMock();
const { value } = await mock.browser.visit(
  {
    source: { html: '<body style="margin:0;background:#0a0">Text</body>' },
    viewport: { width: 40, height: 30 },
  },
  (page) => page.screenshot(),
);
await mock.quit();
console.log(createHash('sha256').update(value).digest('hex'));
// This timer alone does not keep the program.
setTimeout(() => {
  console.log(`the process goes on after ${endMs} ms`);
  process.exit(1);
}, endMs).unref();
