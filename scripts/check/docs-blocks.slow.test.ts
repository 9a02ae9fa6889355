import { spawnSync } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createMock } from '../../mock/index.ts';
import { createReference } from '../docs/reference.ts';
import {
  type CodeBlock,
  documentPages,
  getBlocks,
  getLines,
  getPlace,
  isChange,
  isLeftOut,
  isNginx,
  isShell,
  masked,
  promisedLines,
} from './docs/code-blocks.ts';
import { checkData, isData } from './docs/data-blocks.ts';
import { brokenLinks } from './docs/links.ts';
import { getPreamble } from './docs/preambles.ts';
import { isScript, runScript, type ScriptFile, typeErrors, writeScripts } from './docs/script-blocks.ts';
import { runShell } from './docs/shell-session.ts';

const root = join(import.meta.dirname, '..', '..');
const pages = documentPages(root);
const all = pages.flatMap((page) => getBlocks(root, page));
const scripts = all.filter(isScript);
const data = all.filter(isData);

/** Commands by page and section, in reading order. */
const sessions = Map.groupBy(
  all.filter((block) => isShell(block) && !isLeftOut(block)),
  ({ page, section }) => `${page} (${section || 'top'})`,
);

// `--json` requires curl 7.82; a machine with only Node and npm has no curl.
const hasTools = ['curl', 'git'].every((tool) => spawnSync(tool, ['--version']).status === 0);

/** A mock on free ports, with replacements for the usual ones. */
async function served() {
  const mock = createMock({ browser: { privateNetwork: 'loopback' } });
  const { api, edge, objects, interpreter } = await mock.listen({ port: 0 });
  const urls = [api, edge, objects, interpreter];
  const ports = new Map(urls.map((url, at) => [`480${at}`, new URL(url ?? 'http://localhost').port]));
  return { mock, ports };
}

/** The output after a block. */
function getOutput(block: CodeBlock): CodeBlock | undefined {
  const next = all[all.indexOf(block) + 1];
  return next?.isOutput && next.page === block.page ? next : undefined;
}

describe('the blocks of all pages', () => {
  it('are run, compared, parsed, or excluded for a reason', () => {
    const plain = (block: CodeBlock) => block.language === 'text';
    const unknown = all.filter(
      (block) =>
        !(
          isShell(block) ||
          isScript(block) ||
          isData(block) ||
          isChange(block) ||
          isNginx(block) ||
          plain(block) ||
          block.isOutput ||
          isLeftOut(block)
        ),
    );
    expect(unknown.map(getPlace)).toEqual([]);
  });

  it('name the test that runs them, if it is another one', () => {
    const elsewhere = all.filter(({ marks }) => marks.has('run-by'));
    const stray = elsewhere.filter(({ page, marks }) => {
      const file = join(root, marks.get('run-by') ?? '');
      return !existsSync(file) || !readFileSync(file, 'utf8').includes(page);
    });
    expect(stray.map(getPlace)).toEqual([]);
  });

  it('are rarely excluded, and say why', () => {
    const left = all.filter((block) => isLeftOut(block) && !block.marks.has('run-by'));
    expect(left.filter(({ marks }) => (marks.get('reason') ?? '').length < 10).map(getPlace)).toEqual([]);
    expect(left.length).toBeLessThanOrEqual(12);
  });

  it.each(pages)('contain valid data: %s', (page) => {
    for (const block of data.filter((one) => one.page === page)) {
      expect(() => checkData(block), getPlace(block)).not.toThrow();
    }
  });
});

describe('the links of all pages', async () => {
  const built = new Set((await createReference()).keys());
  it.each(pages)('lead to existing files and sections: %s', (page) => {
    expect(brokenLinks(root, page, built)).toEqual([]);
  });
});

describe.runIf(hasTools)('the commands of all pages', () => {
  it.each([...sessions])(
    'do what the page says: %s',
    async (_, blocks) => {
      const folder = mkdtempSync(join(tmpdir(), 'touchstone-docs-'));
      const { commands = '', given = {}, instead = {} } = blocks[0] ? getPreamble(blocks[0]) : {};
      const { mock, ports } = await served();
      try {
        symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'));
        for (const [name, text] of Object.entries(given)) {
          mkdirSync(join(folder, name, '..'), { recursive: true });
          writeFileSync(join(folder, name), text);
        }
        const asked = blocks.map((block) => ({ ...block, expects: getOutput(block) !== undefined }));
        const printed = await runShell(asked, { root, folder, ports, instead, before: commands });
        expect(printed).toHaveLength(blocks.length);
        for (const [at, block] of blocks.entries()) {
          const output = getOutput(block);
          if (output) expect(masked(printed[at] ?? ''), getPlace(block)).toBe(masked(output.text));
        }
      } finally {
        await mock.close();
        rmSync(folder, { recursive: true });
      }
    },
    180_000,
  );
});

describe('the code of all pages', () => {
  mkdirSync(join(root, '.touchstone'), { recursive: true });
  const folder = mkdtempSync(join(root, '.touchstone', 'docs-'));
  const files = writeScripts(scripts, folder, root);
  let setting: Awaited<ReturnType<typeof served>>;
  beforeAll(async () => {
    setting = await served();
  });
  afterAll(async () => {
    await setting.mock.close();
    rmSync(folder, { recursive: true });
  });

  it('has no type errors', () => {
    expect(typeErrors(root, folder)).toBe('');
  }, 240_000);

  it.each(files.map((file): [string, ScriptFile] => [getPlace(file.block), file]))(
    'runs: %s',
    async (_, file) => {
      const printed = getLines(await runScript(file, root, setting.ports));
      expect(promisedLines(file.block.text).filter((line) => !printed.includes(line))).toEqual([]);
    },
    120_000,
  );
});
