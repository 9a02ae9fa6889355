import { browserLimits } from '../../spec/engine-limits.ts';
import { type Load, startClient } from './load.ts';
import { interleave, perSecond, ratio, type Series } from './measure.ts';
import { touchstoneCommand } from './peers.ts';
import { processTree } from './process-memory.ts';
import type { Processes, RunningServer } from './processes.ts';
import type { BareJob, BareReport } from './rendering-bare.ts';
import { anchors, scriptedPage, servePages, simplePage, viewport } from './rendering-pages.ts';
import { type Rendering, render, renderAll, soak } from './rendering-soak.ts';
import { figure, type Result, table } from './table.ts';

const rounds = 5;
const shots = 10;
const together = 8;
const aim = 1.15;

const still: Rendering = { action: 'screenshot', body: { html: simplePage, viewport } };
const scripted: Rendering = { action: 'screenshot', body: { html: scriptedPage, viewport } };

/** Pages through the mock against bare puppeteer-core, and the resources that remain after many requests. */
export async function measureRendering(processes: Processes): Promise<string> {
  const say = (what: string) => console.error(`bench: rendering, ${what}`);
  const bare: Load<BareJob, BareReport> = startClient(processes, 'rendering-bare.ts');
  const pages = servePages();
  try {
    say('pages');
    const drawn = await measurePages(processes, bare, pages.port);
    say('first pictures');
    const first = await measureFirst(processes, bare, pages.port);
    say('memory');
    const memory = await measureMemory(processes, bare, pages.port);
    say('soak');
    return `${table([...drawn, first, memory])}\n\n${await soak(processes)}`;
  } finally {
    pages.stop();
  }
}

async function measurePages(
  processes: Processes,
  bare: Load<BareJob, BareReport>,
  port: number,
): Promise<Result[]> {
  const server = await processes.serve(touchstoneCommand, '/_touchstone/info');
  const site = `http://127.0.0.1:${port}`;
  const byUrl: Rendering = { action: 'screenshot', body: { url: `${site}/`, viewport } };
  const links: Rendering = { action: 'links', body: { url: `${site}/links`, viewport } };
  const ours =
    (request: Rendering, times: number, atOnce = 1) =>
    () =>
      renderAll(server, Array<Rendering>(times).fill(request), atOnce);
  const theirs =
    (what: BareJob['what'], times: number, atOnce = 1) =>
    async () =>
      (await bare.run({ port, what, times, atOnce })).milliseconds;

  const alone = await interleave({ ours: ours(scripted, shots), bare: theirs('scripted', shots) }, rounds, 2);
  const again = await interleave({ ours: ours(still, shots), bare: theirs('still', shots) }, rounds, 1);
  const url = await interleave({ ours: ours(byUrl, shots), bare: theirs('url', shots) }, rounds, 1);
  const eight = await interleave(
    {
      ours: ours(scripted, shots * 2, together),
      bare: theirs('scripted', shots * 2, together),
      oneByOne: ours(scripted, shots * 2),
    },
    rounds,
    1,
  );
  const many = await interleave({ ours: ours(links, 5), bare: theirs('links', 5) }, rounds, 1);
  await server.stop();

  const rate = (series: Series) => `${figure(perSecond(shots * 2, series.median))} /s`;
  return [
    {
      ...milliseconds(alone, shots),
      name: 'Screenshot of submitted HTML with a script',
      target: { atMost: aim },
    },
    { ...milliseconds(again, shots), name: 'The same without the script' },
    { ...milliseconds(url, shots), name: 'Screenshot of a page by its URL' },
    {
      name: `Screenshots, ${together} at a time`,
      ours: rate(eight.ours),
      peer: `bare puppeteer-core: ${rate(eight.bare)}`,
      ratio: ratio(eight.bare, eight.ours),
    },
    {
      name: `Screenshots, ${together} at a time`,
      ours: rate(eight.ours),
      peer: `one after the other: ${rate(eight.oneByOne)}`,
      ratio: ratio(eight.oneByOne, eight.ours),
    },
    { ...milliseconds(many, 5), name: `Links of a page with ${figure(anchors)} of them` },
  ];
}

/** From a server or a program that is ready and has no browser yet to its first picture. */
async function measureFirst(
  processes: Processes,
  bare: Load<BareJob, BareReport>,
  port: number,
): Promise<Result> {
  const ours = async () => {
    const server = await processes.serve(touchstoneCommand, '/_touchstone/info');
    const begun = performance.now();
    await render(server, scripted);
    const took = performance.now() - begun;
    await server.stop();
    return took;
  };
  const theirs = async () => (await bare.run({ port, what: 'first', times: 1, atOnce: 1 })).milliseconds;
  const figures = await interleave({ ours, bare: theirs }, 5, 1);
  return { ...milliseconds(figures, 1), name: 'First screenshot, with the start of the browser' };
}

/** Memory of pages that are open at once, server and browser together. */
async function measureMemory(
  processes: Processes,
  bare: Load<BareJob, BareReport>,
  port: number,
): Promise<Result> {
  const count = browserLimits.pagesAtOnce;
  const figures = await interleave(
    {
      ours: async () => {
        const server = await processes.serve(touchstoneCommand, '/_touchstone/info');
        const bytes = await heldBytes(server, count);
        await server.stop();
        return bytes;
      },
      bare: async () => (await bare.run({ port, what: 'held', times: count, atOnce: 1 })).bytes,
    },
    3,
    1,
  );
  const megabytes = ({ median }: Series) => `${figure(median / 1e6)} MB`;
  return {
    name: `Memory of a page, ${count} open at once`,
    ours: megabytes(figures.ours),
    peer: `bare puppeteer-core: ${megabytes(figures.bare)}`,
    ratio: ratio(figures.ours, figures.bare),
  };
}

async function heldBytes(server: RunningServer, count: number): Promise<number> {
  const openMs = 4000;
  await renderAll(server, Array<Rendering>(10).fill(scripted), 1);
  await Bun.sleep(1000);
  const before = await processTree(server.pid);
  const held: Rendering = { action: 'screenshot', body: { ...scripted.body, waitForTimeout: openMs } };
  const all = renderAll(server, Array<Rendering>(count).fill(held), count);
  await Bun.sleep(openMs / 2);
  const after = await processTree(server.pid);
  await all;
  return (after.own + after.others - before.own - before.others) / count;
}

function milliseconds(
  { ours, bare }: { readonly ours: Series; readonly bare: Series },
  times: number,
): Omit<Result, 'name'> {
  return {
    ours: `${figure(ours.median / times)} ms`,
    peer: `bare puppeteer-core: ${figure(bare.median / times)} ms`,
    ratio: ratio(ours, bare),
  };
}
