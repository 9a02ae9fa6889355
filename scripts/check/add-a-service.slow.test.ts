import { execFileSync } from 'node:child_process';
import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type ChangedCopy, changedCopy } from './docs/changed-copy.ts';
import { getBlocks, isChange } from './docs/code-blocks.ts';

const root = join(import.meta.dirname, '..', '..');
const blocks = getBlocks(root, 'spec/README.md').filter(
  (block) => block.section === 'Add a service' && isChange(block),
);
let copy: ChangedCopy;

/** The output of a program in the copy. @throws Error with its output when it fails */
function run(program: string, ...args: readonly string[]): string {
  try {
    return execFileSync(program, args, { cwd: copy.folder, encoding: 'utf8', timeout: 200_000 });
  } catch (cause) {
    const { stdout = '', stderr = '' } = Object(cause);
    throw new Error(`${stdout}${stderr}`);
  }
}

beforeAll(() => {
  copy = changedCopy(root, blocks);
});
afterAll(() => rmSync(copy.folder, { recursive: true }));

describe('the service that the README of spec adds', () => {
  it('changes no file but the registries', () => {
    expect(copy.edited).toEqual(['spec/services/index.ts', 'mock/services/index.ts', 'suites/index.ts']);
  });

  it('answers and passes its suite', () => {
    const output = run(process.execPath, 'scripts/touchstone.ts', 'conform', '--only', 'plans', '--strict');
    expect(output).toContain('1 passed, 0 failed');
  }, 120_000);

  it('passes the checks of the repository', () => {
    const checks = ['spec/lookup', 'spec/sources', 'suites/coverage', 'suites/rules'];
    run(process.execPath, '--bun', 'node_modules/vitest/vitest.mjs', 'run', '--project', 'fast', ...checks);
  }, 120_000);

  it('has no type errors', () => {
    const project = join(copy.folder, 'tsconfig.new.json');
    const files = [...copy.made, ...copy.edited];
    writeFileSync(project, JSON.stringify({ extends: './tsconfig.json', include: [], files }));
    expect(run(join(root, 'node_modules/.bin/tsc'), '-p', project)).toBe('');
  }, 240_000);
});
