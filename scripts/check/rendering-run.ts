import { createHash } from 'node:crypto';
import process from 'node:process';
import { setTimeout } from 'node:timers';
import { createMock } from '../../mock/assembly/create-mock.ts';

/**
 * Renders a page in this process, prints the checksum of its picture, and ends by itself, as a test program does.
 * `rendering-run.slow.test.ts` starts it on every runtime:
 *
 * node scripts/check/rendering-run.ts
 */
const endMs = 10_000;

/** Text, gradients and a script: these differ first between renderers. */
const page = `<body style="margin:0;font:20px sans-serif;background:linear-gradient(#fff,#06c)">
  <p style="transform:rotate(3deg)">Grumpy wizards <b>make</b> toxic brew</p><canvas></canvas><script>
  const pen = document.querySelector('canvas').getContext('2d');
  pen.arc(60, 60, 40, 0, 5); pen.fill(); pen.fillText('drawn', 120, 60);</script>`;

const mock = createMock();
const { value } = await mock.browser.visit(
  {
    source: { html: page },
    viewport: { width: 400, height: 300 },
  },
  (page) => page.screenshot(),
);
await mock.quit();
console.log(createHash('sha256').update(value).digest('hex'));
// This timer alone does not keep the process alive.
setTimeout(() => {
  console.log(`the process is still running after ${endMs} ms`);
  process.exit(1);
}, endMs).unref();
