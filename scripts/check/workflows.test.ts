import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { z } from 'zod';
import manifest from '../../package.json' with { type: 'json' };

const root = join(import.meta.dirname, '..', '..');
const read = (file: string) => readFileSync(join(root, file), 'utf8');

const stepSchema = z.union([
  z.strictObject({
    uses: z.string().regex(/^[\w-]+\/[\w-]+@(?:v\d+|[\da-f]{40})$/, 'must name a major version or a commit'),
    with: z.record(z.string(), z.unknown()).optional(),
    if: z.string().optional(),
  }),
  z.strictObject({
    run: z.string(),
    name: z.string().optional(),
    env: z.record(z.string(), z.string()).optional(),
  }),
]);

const workflowSchema = z.strictObject({
  name: z.string(),
  on: z.record(z.string(), z.unknown()),
  permissions: z.strictObject({ contents: z.literal('read') }),
  concurrency: z.object({ group: z.string() }).optional(),
  jobs: z.record(
    z.string(),
    z.strictObject({
      if: z.string().optional(),
      needs: z.string().optional(),
      'runs-on': z.string(),
      'timeout-minutes': z.int(),
      permissions: z.record(z.string(), z.string()).optional(),
      strategy: z
        .strictObject({
          'fail-fast': z.literal(false),
          matrix: z.strictObject({ parts: z.array(z.string()) }),
        })
        .optional(),
      steps: z.array(stepSchema),
    }),
  ),
});

const workflows = globSync('.github/workflows/*.yml', { cwd: root }).map((file) => ({
  file,
  ...workflowSchema.parse(parse(read(file))),
}));

/** The shell commands of a workflow, with each part of a matrix filled in. */
const commands = workflows.flatMap(({ jobs }) =>
  Object.values(jobs).flatMap(({ steps, strategy }) =>
    steps.flatMap((step) => {
      if (!('run' in step)) return [];
      const { parts = [''] } = strategy?.matrix ?? {};
      return parts.map((part) => step.run.replace(/\$\{\{ matrix\.parts \}\}/, part));
    }),
  ),
);

describe('the workflows', () => {
  it('check on every push, on pull requests and by schedule, and publish', () => {
    expect(workflows.map(({ file }) => file).sort()).toEqual([
      '.github/workflows/ci.yml',
      '.github/workflows/publish.yml',
    ]);
    expect(workflows.map(({ on }) => Object.keys(on))).toContainEqual([
      ...['push', 'pull_request', 'schedule', 'workflow_dispatch'],
    ]);
  });

  it('run commands of this repository that exist', () => {
    const run = commands.flatMap((text) => [...text.matchAll(/bun@1\.4 run ([a-z]+)(.*)/g)]);
    expect(run.length).toBeGreaterThan(10);
    const scripts = Object.keys(manifest.scripts);
    expect(run.filter(([, script = '']) => !scripts.includes(script))).toEqual([]);
    const known = read('scripts/test.ts');
    const parts = run.flatMap(([, script, rest = '']) => (script === 'test' ? rest.trim().split(' ') : []));
    const isKnown = (part: string) => new RegExp(`^ {2}'?${part}'?[:,(]`, 'm').test(known);
    expect(parts.filter((part) => !isKnown(part))).toEqual([]);
  });

  it.each(['full', 'nightly'])('run every part of the tier %s', (tier) => {
    const [, list = ''] = new RegExp(`^ {2}${tier}: \\[(.*)\\]`, 'm').exec(read('scripts/test.ts')) ?? [];
    const parts = list.match(/[\w-]+/g) ?? [];
    expect(parts.length).toBeGreaterThan(3);
    const run = commands.join('\n');
    expect(parts.filter((part) => !new RegExp(`run test .*\\b${part}(?: |$)`, 'm').test(run))).toEqual([]);
  });
});
