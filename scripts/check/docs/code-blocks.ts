import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { isBuilt } from '../../docs/site/pages.ts';

/** A fenced block of a page. */
export interface CodeBlock {
  /** Path of the page from the root of the repository. */
  readonly page: string;
  /** Line of the page on which it opens, from 1. */
  readonly line: number;
  /** The second-level heading above it; empty before the first. */
  readonly section: string;
  /** First word of the info string; empty without one. */
  readonly language: string;
  /** Further words of the info string: `no-run`, `new-file`, `run-by=FILE`, and `name=value` or `name="some words"`. */
  readonly marks: ReadonlyMap<string, string>;
  readonly text: string;
  /** Whether it is the output of the block before it: it directly follows a block of commands. */
  readonly isOutput: boolean;
}

/** Languages of commands. */
const shells = ['sh', 'bash'];
/** Languages of outputs. */
const outputs = ['', 'text', 'json'];

/**
 * The pages whose blocks are checked: files of the repository. Blocks of examples are checked by running the examples.
 */
export function documentPages(root: string): string[] {
  const find = (...patterns: readonly string[]) =>
    globSync(patterns, { cwd: root, exclude: (name) => name === 'node_modules' || name === 'examples' });
  const below = find('docs/**/*.md').filter((page) => !isBuilt(page));
  const folders = find('{spec,mock,scripts}/**/README.md', 'suites/{,mutants/}README.md');
  return ['README.md', 'CONTRIBUTING.md', 'fixtures/README.md', ...folders, ...below].sort();
}

/** The blocks of a page in order. */
export function getBlocks(root: string, page: string): CodeBlock[] {
  return parseBlocks(page, readFileSync(join(root, page), 'utf8'));
}

/**
 * Finds the fenced blocks of a page.
 *
 * @throws Error for an unclosed block
 * @example
 * parseBlocks('a.md', '## One\n```sh no-run reason="takes an hour"\nsleep 3600\n```\n')[0]?.section // 'One'
 */
export function parseBlocks(page: string, text: string): CodeBlock[] {
  const blocks: CodeBlock[] = [];
  let section = '';
  let open: { fence: string; info: string; line: number; lines: string[] } | undefined;
  let isBehind = false;
  for (const [at, line] of text.split('\n').entries()) {
    if (open) {
      if (line.trim() !== open.fence) {
        open.lines.push(line);
        continue;
      }
      const { language, marks } = readInfo(open.info);
      const before = blocks.at(-1);
      const isOutput = isBehind && before !== undefined && isShell(before) && outputs.includes(language);
      blocks.push({
        page,
        line: open.line,
        section,
        language,
        marks,
        text: `${open.lines.join('\n')}\n`,
        isOutput,
      });
      open = undefined;
      isBehind = true;
      continue;
    }
    const [, fence, info = ''] = /^\s*(`{3,})(.*)$/.exec(line) ?? [];
    if (fence !== undefined) {
      open = { fence, info: info.trim(), line: at + 1, lines: [] };
      continue;
    }
    if (line.trim() !== '') isBehind = false;
    section = /^## (.*)$/.exec(line)?.[1] ?? section;
  }
  if (open) throw new Error(`${page}:${open.line} opens a block that does not end`);
  return blocks;
}

/** Whether a block contains commands. */
export const isShell = ({ language }: Pick<CodeBlock, 'language'>): boolean => shells.includes(language);

/** Whether a block is marked as not to be run here: it can't be, or another test runs it (`run-by=FILE`). */
export const isLeftOut = ({ marks }: Pick<CodeBlock, 'marks'>): boolean =>
  marks.has('no-run') || marks.has('run-by');

/** Whether a block is a configuration of nginx; `nginx.nightly.test.ts` runs them. */
export const isNginx = ({ language }: Pick<CodeBlock, 'language'>): boolean => language === 'nginx';

/** Whether a block changes the repository: a new file, or a diff. */
export const isChange = ({ language, marks }: Pick<CodeBlock, 'language' | 'marks'>): boolean =>
  language === 'diff' || marks.has('new-file');

/** The location of a block, for messages. */
export const getPlace = ({ page, line }: Pick<CodeBlock, 'page' | 'line'>): string => `${page}:${line}`;

function readInfo(info: string): { language: string; marks: Map<string, string> } {
  const [, language = '', rest = ''] = /^(\S*)(.*)$/.exec(info) ?? [];
  const words = rest.matchAll(/([\w-]+)(?:=(?:"([^"]*)"|(\S+)))?/g);
  return {
    language,
    marks: new Map([...words].map(([, name = '', quoted, bare = '']) => [name, quoted ?? bare])),
  };
}

/** Masks what differs between runs: times, ids of exchanges, the version of curl. */
export function masked(text: string): string {
  return text
    .trim()
    .replace(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, '<time>')
    .replace(/"id":"[\w-]+","datetime"/g, '"id":"<id>","datetime"')
    .replace(/"rayName":"\w+"/g, '"rayName":"<ray>"')
    .replace(/curl\/[\w.-]+/g, 'curl');
}

/**
 * The output that code promises in a comment after each call of `console.log`. A comment in words (several, or with an
 * ellipsis) is no promise.
 *
 * @example
 * promisedLines("console.log(answer.status); // 200\nconsole.log(body); // what is there") // ['200']
 */
export function promisedLines(code: string): string[] {
  const comments = [...code.matchAll(/^ *console\.log\(.*\); \/\/ (.*)$/gm)].map(([, comment = '']) =>
    plain(comment),
  );
  return comments.filter((line) => /^(?:[\d ]+|\S+)$/.test(line) && !/\.\.\.|…/.test(line));
}

/** The lines of an output that are compared. */
export const getLines = (output: string): string[] => output.split('\n').map(plain);

/** Drops list markers, which each runtime prints differently. */
const plain = (line: string) =>
  line
    .replaceAll(/[[\],]/g, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim();
