import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createMock } from '../../../mock/index.ts';
import { parseBlocks } from './code-blocks.ts';
import { runShell } from './shell-session.ts';

const hasCurl = spawnSync('curl', ['--version']).status === 0;

describe.runIf(hasCurl)('commands of a page', { timeout: 60_000 }, () => {
  const mock = createMock();
  const folder = mkdtempSync(join(tmpdir(), 'touchstone-shell-'));
  let ports: ReadonlyMap<string, string>;
  beforeAll(async () => {
    const { api } = await mock.listen({ port: 0 });
    ports = new Map([['4800', new URL(api).port]]);
  });
  afterAll(async () => {
    await mock.close();
    rmSync(folder, { recursive: true });
  });

  const run = (commands: readonly string[], expects = false, instead = {}) => {
    const page = commands.map((text) => `\`\`\`sh\n${text}\n\`\`\`\nThen:\n`).join('');
    const blocks = parseBlocks('a.md', page).map((block) => ({ ...block, expects }));
    return runShell(blocks, { root: folder, folder, ports, instead, before: 'GIVEN=given' });
  };

  it('share a shell, and return the output of each block', async () => {
    expect(await run(['A=$GIVEN', 'echo $A', 'printf WORD'], false, { WORD: 'words' })).toEqual([
      '',
      'given\n',
      'words',
    ]);
  });

  it('stop at the first failure, with its output', async () => {
    await expect(run(['echo why >&2; false', 'echo on'])).rejects.toThrow('why');
  });

  it('fail on a refusal, unless the page shows one', async () => {
    const ask = 'curl -s -o /dev/null http://localhost:4800/client/v4/nothing';
    await expect(run([ask])).rejects.toThrow();
    expect(await run([`${ask} -w '%{http_code}'`], true)).toEqual(['404']);
  });
});
