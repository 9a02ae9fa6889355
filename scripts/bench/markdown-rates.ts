import { type Contender, runtimeNames, startContender } from './markdown-contender.ts';
import type { EngineName } from './markdown-engines.ts';
import { type PageKind, type PageSize, pageKinds, pageSizes } from './markdown-pages.ts';
import { interleave, ratio, type Series, type Take } from './measure.ts';
import type { Processes } from './processes.ts';
import { figure, type Result } from './result.ts';

/** The share of the rate of mdream alone that is promised. */
const ofMdream = { atLeast: 0.85 };

const sizes = Object.keys(pageSizes) as PageSize[]; // Object.keys forgets what the keys are.
const rounds = 9;

/** Megabytes of HTML per second beside mdream: by size, by kind of page, and on each runtime. */
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

/** Runs an engine until its runtime has compiled what it will compile. */
export async function warmUp(contender: Contender): Promise<void> {
  const job = { measure: 'rate', size: '200 KB', kinds: pageKinds, milliseconds: 1_500 } as const;
  await contender.ask({ ...job, streamed: false });
  await contender.ask({ ...job, streamed: true });
}

interface Pages {
  readonly size: PageSize;
  readonly kinds?: readonly PageKind[];
  readonly streamed?: boolean;
  /** For how long pages are converted, each once at least. */
  readonly milliseconds?: number;
}

/** Takes the rate of a contender over some pages. */
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
