import { type Contender, runtimeNames, startContender } from './markdown-contender.ts';
import { measureMarkdownEdge } from './markdown-edge.ts';
import type { EngineName } from './markdown-engines.ts';
import { hostileNames } from './markdown-hostile.ts';
import { type PageKind, type PageSize, pageKinds, pageSizes } from './markdown-pages.ts';
import { interleave, ratio, type Series, type Take } from './measure.ts';
import { BenchError, type Processes } from './processes.ts';
import { figure, lineUp, type Result, table } from './table.ts';

/**
 * Time and peak memory of pathological pages, streamed as in the edge, each in a new process, as a table.
 *
 * @param names of the pages; all by default
 */
export async function measureHostilePages(processes: Processes, names = hostileNames): Promise<string> {
  const rows: string[][] = [];
  for (const name of names) {
    const [ours, theirs] = [await cost(processes, 'touchstone', name), await cost(processes, 'mdream', name)];
    rows.push([name.replaceAll('|', '\\|'), ...ours, ...theirs]);
  }
  return lineUp([
    ['Hostile page', 'Touchstone, ms', 'Peak memory, MB', 'mdream alone, ms', 'Peak memory, MB'],
    ...rows,
  ]);
}

async function cost(processes: Processes, engine: EngineName, hostile: string): Promise<[string, string]> {
  const contender = startContender(processes, engine);
  const { figure: milliseconds, peak = Number.NaN } = await contender.ask({
    measure: 'cost',
    page: { hostile },
    streamed: true,
  });
  await contender.stop();
  return [figure(milliseconds), figure(peak / 1e6)];
}

/** The aimed share of the rate of mdream alone. */
const ofMdream = { atLeast: 0.85 };

const sizes = Object.keys(pageSizes) as PageSize[]; // Object.keys forgets what the keys are.
const rounds = 9;

/** Megabytes of HTML per second against mdream: by size, by kind of page, and on each runtime. */
export async function measureMarkdownRates(processes: Processes): Promise<Result[]> {
  const results: Result[] = [];
  for (const runtime of runtimeNames) {
    const start = (engine: EngineName) => startContender(processes, engine, runtime);
    const [ours, mdream, wasm] = [start('touchstone'), start('mdream'), start('mdream as WASM')];
    for (const contender of [ours, mdream, wasm]) await warmUp(contender);
    const against = async (name: string, peer: Contender, pages: Pages, target?: Result['target']) =>
      results.push(
        row(
          `${name}${runtime === 'Bun' ? '' : `, on ${runtime}`}`,
          peer === wasm ? 'mdream as WASM' : 'mdream alone',
          await interleave({ ours: rate(ours, pages), theirs: rate(peer, pages) }, rounds),
          target,
        ),
      );
    for (const size of runtime === 'Bun' ? sizes : (['200 KB'] as const)) {
      await against(`Pages of ${size}`, mdream, { size }, ofMdream);
      await against(`Pages of ${size}, streamed`, mdream, { size, streamed: true }, ofMdream);
    }
    if (runtime === 'Bun') {
      for (const kind of pageKinds) {
        await against(`Pages of 200 KB, ${kind} only`, mdream, { size: '200 KB', kinds: [kind] });
      }
    }
    await against('Pages of 200 KB', wasm, { size: '200 KB' });
    await Promise.all([ours, mdream, wasm].map((contender) => contender.stop()));
  }
  return results;
}

/** Runs an engine until its runtime has compiled the hot code. */
export async function warmUp(contender: Contender): Promise<void> {
  const job = { measure: 'rate', size: '200 KB', kinds: pageKinds, milliseconds: 1_500 } as const;
  await contender.ask({ ...job, streamed: false });
  await contender.ask({ ...job, streamed: true });
}

interface Pages {
  readonly size: PageSize;
  readonly kinds?: readonly PageKind[];
  readonly streamed?: boolean;
  /** Duration of a measurement; each page is converted at least once. */
  readonly milliseconds?: number;
}

/** Measures the rate of a contender over some pages. */
export function rate(contender: Contender, pages: Pages): Take {
  const { size, kinds = pageKinds, streamed = false, milliseconds = 150 } = pages;
  return async () => (await contender.ask({ measure: 'rate', size, kinds, streamed, milliseconds })).figure;
}

function row(
  name: string,
  peer: string,
  { ours, theirs }: { readonly ours: Series; readonly theirs: Series },
  target: Result['target'],
): Result {
  return {
    name,
    ours: `${figure(ours.median)} MB/s`,
    peer: `${peer}: ${figure(theirs.median)} MB/s`,
    ratio: ratio(ours, theirs),
    ...(target ? { target } : {}),
  };
}

/** Engines that build a tree of the page; the promise is ten times the speed of the fastest. */
const treeBuilders = ['turndown', 'node-html-markdown', 'rehype-remark'] as const satisfies EngineName[];
const streaming = ['touchstone', 'mdream', 'mdream as WASM'] as const satisfies EngineName[];
const engines = [...streaming, ...treeBuilders] as const;

type Entrant = (typeof engines)[number];
type Figures = Readonly<Record<Entrant, Series>>;

const contestRounds = 3;
/** Longer than against mdream alone: engines that take gigabytes still collect garbage during another's turn. */
const milliseconds = 800;

/** All engines at once. */
export interface Contest {
  /** Ours against the fastest tree engine. */
  readonly results: readonly Result[];
  /** Every figure of every engine, as a table. */
  readonly figures: string;
}

/** Rates, first bytes and memory of every engine. */
export async function measureMarkdownContest(processes: Processes): Promise<Contest> {
  const contenders = forEach((engine) => startContender(processes, engine));
  for (const engine of streaming) await warmUp(contenders[engine]);
  const results: Result[] = [];
  const columns: [string, Record<Entrant, string>][] = [];
  for (const size of Object.keys(pageSizes) as PageSize[]) {
    // `Object.keys` loses the type of the keys.
    const series = await compare(contenders, (contender) =>
      rate(contender, { size, kinds: getKinds(size), milliseconds }),
    );
    results.push(againstTheFastest(size, series));
    columns.push([`${size}, MB/s`, forEach((engine) => figure(series[engine].median))]);
  }
  const firstBytes = await compare(contenders, (contender) => async () => {
    return (await contender.ask({ measure: 'first byte', size: '1 MB', kinds: ['docs'] })).figure;
  });
  columns.push(['First byte of 1 MB, ms', forEach((engine) => figure(firstBytes[engine].median))]);
  await Promise.all(engines.map((engine) => contenders[engine].stop()));
  const first = { of: 'time', size: '200 KB', streamed: false } as const;
  const whole = { of: 'memory', size: '6 MiB', streamed: false } as const;
  columns.push(['First page of 200 KB, ms', await costs(processes, engines, first)]);
  columns.push(['Peak memory of 6 MiB, MB', await costs(processes, engines, whole)]);
  columns.push(['Streamed', await costs(processes, streaming, { ...whole, streamed: true })]);
  const rows = engines.map((engine) => [engine, ...columns.map(([, cells]) => cells[engine])]);
  return { results, figures: lineUp([['Engine', ...columns.map(([name]) => name)], ...rows]) };
}

/** Tree engines take minutes and gigabytes for the largest pages, so there is only one of those. */
function getKinds(size: PageSize) {
  return size === '6 MiB' ? (['docs'] as const) : pageKinds;
}

function compare(
  contenders: Readonly<Record<Entrant, Contender>>,
  take: (contender: Contender) => Take,
): Promise<Figures> {
  return interleave(
    forEach((engine) => take(contenders[engine])),
    contestRounds,
  );
}

function againstTheFastest(size: PageSize, series: Figures): Result {
  const [fastest] = treeBuilders.toSorted((a, b) => series[b].median - series[a].median);
  if (!fastest) throw new BenchError('bench', 'there is nothing to compare with');
  return {
    name: size === '6 MiB' ? 'A page of 6 MiB, docs only' : `Pages of ${size}`,
    ours: `${figure(series.touchstone.median)} MB/s`,
    peer: `${fastest}: ${figure(series[fastest].median)} MB/s`,
    ratio: ratio(series.touchstone, series[fastest]),
    target: { atLeast: 10 },
  };
}

/** The cost of a first page in a new process, time or memory; the median of three processes. */
async function costs(
  processes: Processes,
  names: readonly Entrant[],
  cost: { readonly of: 'time' | 'memory'; readonly size: PageSize; readonly streamed: boolean },
): Promise<Record<Entrant, string>> {
  const cells = forEach(() => '');
  for (const engine of names) {
    const taken: number[] = [];
    for (let round = 0; round < contestRounds; round++) {
      const contender = startContender(processes, engine);
      const report = await contender.ask({
        measure: 'cost',
        page: { kind: 'docs', size: cost.size },
        streamed: cost.streamed,
      });
      taken.push(cost.of === 'time' ? report.figure : (report.peak ?? Number.NaN) / 1e6);
      await contender.stop();
    }
    const [, median = Number.NaN] = taken.toSorted((a, b) => a - b);
    cells[engine] = figure(median);
  }
  return cells;
}

function forEach<Made>(make: (engine: Entrant) => Made): Record<Entrant, Made> {
  // One entry for every engine.
  return Object.fromEntries(engines.map((engine) => [engine, make(engine)])) as Record<Entrant, Made>;
}

/** The conversion of HTML to Markdown, as the tables of its chapter. */
export async function measureMarkdown(processes: Processes): Promise<string> {
  const say = (what: string) => console.error(`bench: markdown, ${what}`);
  say('beside mdream');
  const rates = await measureMarkdownRates(processes);
  say('beside every engine');
  const { results, figures } = await measureMarkdownContest(processes);
  say('through the edge');
  const edge = await measureMarkdownEdge(processes);
  say('hostile pages');
  const hostile = await measureHostilePages(processes);
  return [table([...rates, ...results, ...edge]), figures, hostile].join('\n\n');
}
