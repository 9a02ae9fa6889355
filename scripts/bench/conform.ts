import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { everyFeature, everything, withOwnServer } from '../conform/own-server.ts';
import { shortRun } from '../conform/short-run.ts';
import { type Row, takeTurns } from './rows.ts';

const program = join(import.meta.dirname, '..', 'touchstone.ts');

/** Seconds of `conform` in a process of its own, against a fresh server. */
const time = (...flags: readonly string[]) =>
  withOwnServer(everything, async ({ target, certificate }) => {
    const started = performance.now();
    const given = ['--target', target, '--webhook-certificate', certificate, '--jobs', '8'];
    const args = [program, 'conform', ...given, '--feature', ...everyFeature, ...flags];
    const env = { ...process.env, ...shortRun };
    await promisify(execFile)(process.execPath, args, { env, maxBuffer: 2 ** 28 });
    return (performance.now() - started) / 1_000;
  });

/** The longer half of a run of all suites, and the whole run; once, as it takes minutes. */
export async function measureConform(): Promise<Row[]> {
  const { whole, first, second } = await takeTurns(
    { whole: () => time(), first: () => time('--shard', '1/2'), second: () => time('--shard', '2/2') },
    1,
    0,
  );
  const ours = [Math.max(...first, ...second)];
  const measured = 'The longer of two shards of a conformance run';
  return [
    {
      part: 'Suites',
      measured,
      peer: 'the whole run',
      unit: 's',
      ours,
      theirs: whole,
      has: 'time',
      aim: 0.55,
    },
  ];
}
