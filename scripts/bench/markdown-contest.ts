import { type Contender, startContender } from './markdown-contender.ts';
import type { EngineName } from './markdown-engines.ts';
import { type PageSize, pageKinds, pageSizes } from './markdown-pages.ts';
import { rate, warmUp } from './markdown-rates.ts';
import { interleave, ratio, type Series, type Take } from './measure.ts';
import { BenchError, type Processes } from './processes.ts';
import { figure, type Result } from './result.ts';
import { lineUp } from './table.ts';

/** Those that build a tree of the page, of which the fastest is what we have to be ten times as fast as. */
const treeBuilders = ['turndown', 'node-html-markdown', 'rehype-remark'] as const satisfies EngineName[];
const streaming = ['touchstone', 'mdream', 'mdream as WASM'] as const satisfies EngineName[];
const engines = [...streaming, ...treeBuilders] as const;

type Entrant = (typeof engines)[number];
type Figures = Readonly<Record<Entrant, Series>>;

const rounds = 3;
/** Longer than beside mdream alone: those that take gigabytes go on collecting them while another has its turn. */
const milliseconds = 800;

/** All engines at once. */
export interface Contest {
  /** Ours against the fastest of those that build a tree. */
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
    // Object.keys forgets what the keys are.
    const series = await compare(contenders, (contender) =>
      rate(contender, { size, kinds: kindsOf(size), milliseconds }),
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

/** Trees take minutes and gigabytes for all the largest pages, so of those there is one. */
function kindsOf(size: PageSize) {
  return size === '6 MiB' ? (['docs'] as const) : pageKinds;
}

function compare(
  contenders: Readonly<Record<Entrant, Contender>>,
  take: (contender: Contender) => Take,
): Promise<Figures> {
  return interleave(
    forEach((engine) => take(contenders[engine])),
    rounds,
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

/** What a first page costs in a new process, time or memory; the median of three processes. */
async function costs(
  processes: Processes,
  names: readonly Entrant[],
  cost: { readonly of: 'time' | 'memory'; readonly size: PageSize; readonly streamed: boolean },
): Promise<Record<Entrant, string>> {
  const cells = forEach(() => '');
  for (const engine of names) {
    const taken: number[] = [];
    for (let round = 0; round < rounds; round++) {
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
