import { execFile } from 'node:child_process';
import { rm } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { mswMajors, mswWorkspace } from '../check/msw-workspace.ts';
import type { Row } from './rows.ts';
import { nodeProgram } from './servers.ts';

/** A request that our handlers answer, and the same by one handler written by hand, with each major of MSW. */
export async function measureHandlers(): Promise<Row[]> {
  const rows: Row[] = [];
  for (const major of mswMajors) {
    const workspace = mswWorkspace(major, ['scripts/bench']);
    try {
      const { version } = createRequire(join(workspace, 'package.json'))('msw/package.json');
      const program = join(workspace, 'scripts/bench/handlers-rounds.ts');
      const options = { cwd: workspace, timeout: 600_000 };
      const { stdout } = await promisify(execFile)(nodeProgram, ['--expose-gc', program], options);
      const figures: Pick<Row, 'ours' | 'theirs'> = JSON.parse(stdout);
      const measured = `POST that creates, Node, MSW ${version}`;
      const peer = 'handlers by hand';
      rows.push({ part: 'Handlers', measured, peer, unit: 'µs', ...figures, has: 'speed', aim: 1 / 1.5 });
    } finally {
      await rm(workspace, { recursive: true });
    }
  }
  return rows;
}
