import { BenchError } from './processes.ts';
import { figure, lineUp } from './table.ts';

/** A line of the summary: which row of the details it repeats, and how its ratio reads. */
interface Line {
  /** The part of the mock, for the reader. */
  readonly part: string;
  /** The chapter of the details; empty for the first table. */
  readonly chapter: string;
  /** First column of the row. */
  readonly measured: string;
  /** Beginning of what it is compared with, or the runtime of the row. */
  readonly beside: string;
  /** `speed`: the ratio says how many times as fast. `time` and `memory`: how many times as much. */
  readonly kind: 'speed' | 'time' | 'memory';
}

const screenshot = 'Screenshot of submitted HTML with a script';
const chats = 'Chat completions, all different, 16 connections';
const streams = 'Streams, all different, 16 connections';
const clone = 'Clone of a repository of 20,000 objects';
const push = 'Push of a repository of 20,000 objects';
const created = 'POST that creates';

// biome-ignore format: a line of the summary is a line here
const lines: readonly Line[] = [
  { part: 'API', chapter: '', measured: 'Start to first answer', beside: 'Prism', kind: 'speed' },
  { part: 'API', chapter: '', measured: 'GET of a token configuration', beside: 'Prism', kind: 'speed' },
  { part: 'API', chapter: '', measured: 'GET of a token configuration', beside: 'bare Bun.serve', kind: 'speed' },
  { part: 'Your OpenAPI document', chapter: 'openapi', measured: 'GET of 20 DNS records of 100', beside: 'Prism', kind: 'speed' },
  { part: 'Your OpenAPI document', chapter: 'openapi', measured: 'Peak memory of 600 requests', beside: 'Prism', kind: 'memory' },
  { part: 'Handlers', chapter: 'handlers', measured: created, beside: 'Node, MSW 2', kind: 'time' },
  { part: 'Handlers', chapter: 'handlers', measured: created, beside: 'Node, MSW 3', kind: 'time' },
  { part: 'Edge', chapter: '', measured: 'Check of an ES256 token at the edge, one by one', beside: 'bare crypto', kind: 'speed' },
  { part: 'Markdown', chapter: 'markdown', measured: 'Pages of 200 KB', beside: 'mdream alone', kind: 'speed' },
  { part: 'Markdown', chapter: 'markdown', measured: 'Pages of 200 KB', beside: 'node-html-markdown', kind: 'speed' },
  { part: 'Models', chapter: 'inference', measured: chats, beside: 'aimock', kind: 'speed' },
  { part: 'Models', chapter: 'inference', measured: chats, beside: 'mock-llm', kind: 'speed' },
  { part: 'Models', chapter: 'inference', measured: streams, beside: 'aimock', kind: 'speed' },
  { part: 'Models', chapter: 'inference', measured: streams, beside: 'mock-llm', kind: 'speed' },
  { part: 'Browser', chapter: 'rendering', measured: screenshot, beside: 'bare puppeteer-core', kind: 'time' },
  { part: 'Git', chapter: 'git', measured: clone, beside: 'git http-backend', kind: 'time' },
  { part: 'Git', chapter: 'git', measured: push, beside: 'git http-backend', kind: 'time' },
  { part: 'Objects', chapter: 'objects', measured: 'PUT of 1 KB', beside: 'Miniflare', kind: 'speed' },
  { part: 'Objects', chapter: 'objects', measured: 'GET of 1 KB', beside: 'Miniflare', kind: 'speed' },
  { part: 'Objects', chapter: 'objects', measured: 'GET of 100 MB', beside: 'Miniflare', kind: 'speed' },
];

/**
 * The summary of the details: one table for all parts, and the aims that are not met.
 *
 * @param details the page with all tables
 * @throws BenchError if the page lacks a row
 */
export function summary(details: string): string {
  const rows = readRows(details);
  const head = ['Part', 'Measured', 'Touchstone', 'Compared with', 'Touchstone has'];
  const body = lines.map((line) => {
    const row = rows.find((one) => isMeant(one, line));
    if (!row) throw new BenchError('bench', `the details have no row ${line.measured} (${line.beside})`);
    return [line.part, row.measured, row.ours, row.peer, reads(line.kind, row.ratio)];
  });
  const missed = rows.filter(({ met }) => met === 'NO');
  return [
    lineUp([head, ...body]),
    '',
    missed.length === 0 ? 'All aims are met.' : 'These aims are not met:',
    ...(missed.length === 0 ? [] : ['', ...missed.map(missedLine)]),
  ].join('\n');
}

/** A row of the details. */
interface Row {
  readonly chapter: string;
  readonly measured: string;
  readonly ours: string;
  readonly peer: string;
  readonly ratio: number;
  readonly aim: string;
  readonly met: string;
}

/** The rows of all tables with a ratio. */
function readRows(details: string): Row[] {
  const chapters = details.matchAll(
    /<!-- made by bench(?: (\w+))? --write: begin -->\n(.*?)<!-- made by bench/gs,
  );
  return [...chapters].flatMap(([, chapter = '', text = '']) =>
    text.split(/\n\n/).flatMap((block) => readTable(chapter, block)),
  );
}

function readTable(chapter: string, block: string): Row[] {
  const [head = [], , ...rows] = block
    .split('\n')
    .filter((line) => line.startsWith('|'))
    .map((line) =>
      line
        .split('|')
        .slice(1, -1)
        .map((cell) => cell.trim()),
    );
  if (!head.includes('Ratio')) return [];
  return rows.map((cells) => {
    const get = (name: string) => cells[head.indexOf(name)] ?? '';
    const isByRuntime = head.includes('On');
    return {
      chapter,
      measured: isByRuntime ? `${get('Request')}, ${get('On')}` : get('Measured'),
      ours: isByRuntime ? `${get('Touchstone, µs')} µs` : get('Touchstone'),
      peer: isByRuntime ? `handlers by hand: ${get('By hand, µs')} µs` : get('Compared with'),
      ratio: Number(get('Ratio')),
      aim: get('Aim'),
      met: get('Met'),
    };
  });
}

const isMeant = (row: Row, { chapter, measured, beside }: Line): boolean =>
  row.chapter === chapter &&
  (row.measured.startsWith(`${measured}, ${beside}`) ||
    (row.measured === measured && row.peer.startsWith(beside)));

/** A ratio in words. A time becomes a speed, so that more is better in all lines but those of memory. */
function reads(kind: Line['kind'], ratio: number): string {
  if (kind === 'memory') return `${figure(ratio)} × the memory`;
  return `${figure(kind === 'speed' ? ratio : 1 / ratio)} × the speed`;
}

const missedLine = ({ measured, peer, ratio, aim }: Row): string =>
  `- ${measured}, compared with ${peer.split(':')[0]}: ${figure(ratio)}; the aim is ${aim}`;
