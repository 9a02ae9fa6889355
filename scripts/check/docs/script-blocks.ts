import { execFile, spawnSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import process from 'node:process';
import { promisify } from 'node:util';
import { publicEntries } from '../../build/packages.ts';
import { type CodeBlock, getPlace, isChange, isLeftOut } from './code-blocks.ts';
import { getPreamble } from './preambles.ts';
import { atPorts } from './shell-session.ts';
import { withUsualNames } from './usual-names.ts';

/** A block of code as a file. */
export interface ScriptFile {
  readonly block: CodeBlock;
  readonly file: string;
}

const endings: Readonly<Record<string, string>> = { ts: 'ts', tsx: 'tsx', js: 'js', mjs: 'mjs' };

/** Whether a block is runnable code. */
export const isScript = (block: CodeBlock): boolean =>
  Object.hasOwn(endings, block.language) && !isLeftOut(block) && !isChange(block);

/** The file name in a block's first line, as in `// worker.ts`. */
export function ownName({ text }: CodeBlock): string | undefined {
  return /^\/\/ ([\w./-]+\.(?:tsx?|m?js))\b/.exec(text)?.[1];
}

/**
 * Writes blocks of code into files, with the assumptions of their page. Each section has its own folder, in which
 * blocks with a file name can import each other.
 *
 * @param folder folder within the repository, so that its packages are found
 * @param root root of the repository, called `ROOT` in preambles
 */
export function writeScripts(blocks: readonly CodeBlock[], folder: string, root: string): ScriptFile[] {
  return blocks.map((block) => {
    const { before = '', after = '', files = {} } = getPreamble(block);
    const place = join(folder, slug(block.page), slug(block.section));
    for (const [name, text] of Object.entries(files)) write(join(place, name), text);
    const name =
      ownName(block) ?? `line-${block.line}${isTest(block) ? '.test' : ''}.${endings[block.language]}`;
    const file = join(place, name);
    write(
      file,
      ownName(block)
        ? block.text
        : withUsualNames(`${before.replaceAll('ROOT', root)}\n${block.text}\n${after}${getTest(block)}`),
    );
    return { block, file };
  });
}

/**
 * Errors of TypeScript in files.
 *
 * @param paths sub-paths of the package, mapped to their sources here
 */
export function typeErrors(root: string, folder: string): string {
  const project = join(folder, 'tsconfig.json');
  const paths = Object.entries(publicEntries).map(([name, source]) => [
    name,
    [join(relative(folder, root), source)],
  ]);
  write(
    project,
    JSON.stringify({
      extends: join(relative(folder, root), 'tsconfig.json'),
      // Examples may have unused names, and plain JavaScript next to them.
      compilerOptions: {
        noUnusedLocals: false,
        noUnusedParameters: false,
        allowJs: true,
        jsx: 'react-jsx',
        paths: Object.fromEntries(paths),
      },
      include: ['**/*.ts', '**/*.tsx'],
    }),
  );
  const { stdout, stderr } = spawnSync(join(root, 'node_modules/.bin/tsc'), ['-p', project], {
    cwd: root,
    encoding: 'utf8',
  });
  // The type check reports errors in the sources.
  const place = `${relative(root, folder)}/`;
  const lines = `${stdout}${stderr}`
    .split('\n')
    .filter((line) => line.startsWith(place) || line.startsWith('error'));
  return lines.map((line) => line.replace(place, '')).join('\n');
}

/**
 * Runs a file as its reader would; a test with its runner.
 *
 * @returns its output
 * @throws Error with its output when it fails
 */
export async function runScript(
  { block, file }: ScriptFile,
  root: string,
  ports: ReadonlyMap<string, string>,
): Promise<string> {
  write(file, atPorts(await getText(file), ports));
  const vitest = join(root, 'node_modules/.bin/vitest');
  if (isTest(block)) write(join(dirname(file), 'vitest.config.ts'), vitestConfig(root));
  const command = block.text.includes("from 'bun:test'")
    ? ['test', file]
    : isTest(block)
      ? ['--bun', vitest, 'run', '--pool=threads', '--root', dirname(file), file]
      : // Imported, since Bun takes a file with a default `fetch` for a server.
        ['-e', `await import(${JSON.stringify(file)})`];
  try {
    const { stdout } = await promisify(execFile)(process.execPath, command, {
      cwd: dirname(file),
      timeout: 90_000,
    });
    return stdout;
  } catch (cause) {
    const { stdout = '', stderr = '' } = Object(cause);
    throw new Error(`${getPlace(block)}\n${stdout}\n${stderr === '' ? String(cause) : stderr}`);
  }
}

/** Whether a block is a test, by the functions it calls. */
const isTest = ({ text }: CodeBlock): boolean =>
  /from '(?:vitest|touchstone\/vitest)'/.test(text) || /^\s*(?:await )?(?:test|it|expect)\b/m.test(text);

/** Vitest requires a test in every file. */
const getTest = (block: CodeBlock) =>
  isTest(block) && !/\b(?:test|it)(?:\.\w+)*\(/.test(block.text)
    ? "\n(await import('vitest')).it('runs', () => {});"
    : '';

const vitestConfig = (root: string): string => `
const alias = ${JSON.stringify(Object.entries(publicEntries).map(([find, source]) => ({ find, replacement: join(root, source) })))};
export default {
  resolve: { alias: alias.map(({ find, replacement }) => ({ find: new RegExp('^' + find + '$'), replacement })) },
  test: { include: ['**/*.test.{js,ts}'], testTimeout: 60000, hookTimeout: 60000 },
};`;

async function getText(file: string): Promise<string> {
  const { readFile } = await import('node:fs/promises');
  return readFile(file, 'utf8');
}

function write(file: string, text: string): void {
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, text);
}

const slug = (text: string) => text.toLowerCase().replaceAll(/[^a-z0-9]+/g, '-') || 'top';
