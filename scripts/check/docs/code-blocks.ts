import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** A fenced block of a page. */
export interface CodeBlock {
  /** Path of the page from the root of the repository. */
  readonly page: string;
  /** Line of the page on which it opens, from 1. */
  readonly line: number;
  /** The heading of the second level that it stands under; empty above the first. */
  readonly section: string;
  /** First word behind the fence; empty where there is none. */
  readonly language: string;
  /** Further words behind the fence: `no-run`, and `name=value` or `name="some words"`. */
  readonly marks: ReadonlyMap<string, string>;
  readonly text: string;
  /** What the block before it prints: it stands right behind a block of commands, with nothing in between. */
  readonly isOutput: boolean;
}

/** Languages of commands. */
const shells = ['sh', 'bash'];
/** Languages in which an output may be written. */
const outputs = ['', 'text', 'json'];

/** The pages whose blocks are checked: those of examples are checked by running the examples. */
export function documentPages(root: string): string[] {
  const below = globSync('docs/**/*.md', {
    cwd: root,
    exclude: (name) => name === 'node_modules' || name === 'examples',
  });
  return ['README.md', 'CONTRIBUTING.md', ...below].sort();
}

/** The blocks of a page, in their order. */
export function getBlocks(root: string, page: string): CodeBlock[] {
  return parseBlocks(page, readFileSync(join(root, page), 'utf8'));
}

/**
 * Finds the fenced blocks of a page.
 *
 * @throws Error for a block that does not end
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

/** Whether a block holds commands. */
export const isShell = ({ language }: Pick<CodeBlock, 'language'>): boolean => shells.includes(language);

/** Whether a block says that it is not run. */
export const isLeftOut = ({ marks }: Pick<CodeBlock, 'marks'>): boolean => marks.has('no-run');

/** Where a block is, for people. */
export const getPlace = ({ page, line }: Pick<CodeBlock, 'page' | 'line'>): string => `${page}:${line}`;

function readInfo(info: string): { language: string; marks: Map<string, string> } {
  const [, language = '', rest = ''] = /^(\S*)(.*)$/.exec(info) ?? [];
  const words = rest.matchAll(/([\w-]+)(?:=(?:"([^"]*)"|(\S+)))?/g);
  return {
    language,
    marks: new Map([...words].map(([, name = '', quoted, bare = '']) => [name, quoted ?? bare])),
  };
}

/** What differs from run to run, hidden: times, ids of exchanges, the version of curl. */
export function masked(text: string): string {
  return text
    .trim()
    .replace(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, '<time>')
    .replace(/"id":"[\w-]+","datetime"/g, '"id":"<id>","datetime"')
    .replace(/"rayName":"\w+"/g, '"rayName":"<ray>"')
    .replace(/curl\/[\w.-]+/g, 'curl');
}

/**
 * What code says that it prints, in comments behind its calls of `console.log`, one for each; what is said in words
 * (more than one, or with an ellipsis) is no promise.
 *
 * @example
 * promisedLines("console.log(answer.status); // 200\nconsole.log(body); // what is there") // ['200']
 */
export function promisedLines(code: string): string[] {
  const said = [...code.matchAll(/^ *console\.log\(.*\); \/\/ (.*)$/gm)].map(([, comment = '']) =>
    plain(comment),
  );
  return said.filter((line) => /^(?:[\d ]+|\S+)$/.test(line) && !/\.\.\.|…/.test(line));
}

/** The lines of an output, as far as they are compared. */
export const getLines = (output: string): string[] => output.split('\n').map(plain);

/** Without the marks of lists, which runtimes print each in their own way. */
const plain = (line: string) =>
  line
    .replaceAll(/[[\],]/g, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim();
