import { spawn } from 'node:child_process';
import { once } from 'node:events';
import process from 'node:process';
import { ConformanceFailure } from '../../../harness/errors.ts';
import type { TestRepository } from '../../../harness/repositories.ts';
import type { Version } from '../wire/discovery.ts';
import type { ClientOutcome } from './git-client.ts';

/** How Git is run. */
export interface GitRun {
  /** Working folder. */
  readonly folder: string;
  /** The repository with the headers to send. */
  readonly repository?: Pick<TestRepository, 'headers'>;
  readonly version?: Version;
  /** PEM file with the certificate authority of remotes; not needed if the machine trusts them. */
  readonly certificate?: string | null;
  readonly input?: Uint8Array | string;
  /** Settings in addition to those of every run. */
  readonly config?: Readonly<Record<string, string>>;
}

export interface GitOutcome extends ClientOutcome {
  readonly output: Buffer;
  readonly code: number | null;
}

/** Time limit for a Git command in milliseconds. */
const timeout = 180_000;

/**
 * Runs Git without the machine's settings: no helpers, no prompts, and a fixed person and language.
 */
export async function runGit(args: readonly string[], run: GitRun): Promise<GitOutcome> {
  const { folder: cwd, input } = run;
  // An unused pipe takes a fifth of the time of a start in this process.
  const stdin = input === undefined ? 'ignore' : 'pipe';
  const child = spawn('git', args, { cwd, env: environment(run), stdio: [stdin, 'pipe', 'pipe'], timeout });
  const out: Buffer[] = [];
  const errors: Buffer[] = [];
  child.stdout?.on('data', (piece: Buffer) => out.push(piece));
  child.stderr?.on('data', (piece: Buffer) => errors.push(piece));
  // Git may end before it has read everything.
  child.stdin?.on('error', () => {});
  child.stdin?.end(input);
  const [code] = (await once(child, 'close')) as [number | null]; // as `close` is documented
  const output = Buffer.concat(out);
  return { ok: code === 0, code, output, message: Buffer.concat(errors).toString() };
}

/** Runs Git, and returns its output. @throws ConformanceFailure if it fails */
export async function git(args: readonly string[], run: GitRun): Promise<string> {
  const { ok, code, output, message } = await runGit(args, run);
  if (!ok)
    throw new ConformanceFailure(`git ${args.join(' ')} ended with ${code}: ${message.trim().slice(-600)}`);
  return output.toString().trim();
}

function environment({
  folder,
  repository,
  version = 2,
  certificate,
  config = {},
}: GitRun): Record<string, string> {
  const settings: [string, string][] = [
    ...Object.entries(repository?.headers ?? {}).map(([name, value]): [string, string] => [
      'http.extraHeader',
      `${name}: ${value}`,
    ]),
    ['protocol.version', String(version)],
    ['init.defaultBranch', 'main'],
    ['advice.detachedHead', 'false'],
    ['gc.auto', '0'],
    ['fetch.fsckObjects', 'true'],
    // Each of these saves a process, a thread or a wait for the disk.
    ['maintenance.auto', 'false'],
    ['core.commitGraph', 'false'],
    ['core.multiPackIndex', 'false'],
    ['core.fsync', 'none'],
    ['pack.threads', '1'],
    ...Object.entries(config),
  ];
  const inherited = [
    'PATH',
    'SYSTEMROOT',
    'TMPDIR',
    'GIT_SSL_CAINFO',
    'GIT_SSL_NO_VERIFY',
    'NODE_EXTRA_CA_CERTS',
  ];
  const kept = inherited.flatMap((name) => {
    const value = process.env[name];
    return value === undefined ? [] : [[name, value] as const];
  });
  const env: Record<string, string> = {
    ...Object.fromEntries(kept),
    HOME: folder,
    GIT_CONFIG_NOSYSTEM: '1',
    GIT_TERMINAL_PROMPT: '0',
    GIT_ASKPASS: '',
    GIT_TEMPLATE_DIR: '',
    LC_ALL: 'C',
    GIT_AUTHOR_NAME: 'Ada Example',
    GIT_AUTHOR_EMAIL: 'ada@example.com',
    GIT_AUTHOR_DATE: '@1700000000 +0000',
    GIT_COMMITTER_NAME: 'Ada Example',
    GIT_COMMITTER_EMAIL: 'ada@example.com',
    GIT_COMMITTER_DATE: '@1700000000 +0000',
    GIT_CONFIG_COUNT: String(settings.length),
  };
  settings.forEach(([name, value], at) => {
    env[`GIT_CONFIG_KEY_${at}`] = name;
    env[`GIT_CONFIG_VALUE_${at}`] = value;
  });
  const trusted = certificate ?? env['GIT_SSL_CAINFO'] ?? env['NODE_EXTRA_CA_CERTS'];
  if (trusted !== undefined) env['GIT_SSL_CAINFO'] = trusted;
  return env;
}
