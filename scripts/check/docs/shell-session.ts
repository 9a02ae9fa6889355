import { execFile } from 'node:child_process';
import { join } from 'node:path';
import process from 'node:process';
import { promisify } from 'node:util';
import type { CodeBlock } from './code-blocks.ts';

/** Where to run commands of a page. */
export interface ShellSetting {
  /** The root of the repository. */
  readonly root: string;
  /** An empty folder for what the commands write. */
  readonly folder: string;
  /** Ports in place of the usual ones, `4800` and so on. */
  readonly ports: ReadonlyMap<string, string>;
  /** Words of the page and their replacements. */
  readonly instead: Readonly<Record<string, string>>;
  /** Commands to run before those of the page. */
  readonly before: string;
}

const divider = '-- end of a block --';

/**
 * Runs blocks of commands one after the other in one shell, which stops at the first failure.
 *
 * @returns the standard output of each block
 * @throws Error with all output when a command fails
 */
export async function runShell(
  blocks: readonly (CodeBlock & { readonly expects: boolean })[],
  setting: ShellSetting,
): Promise<string[]> {
  const script = blocks.map(
    ({ text, expects }) => `strict=${expects ? '' : '--fail-with-body'}\n${text}\nprintf '%s' '${divider}'`,
  );
  const words = Object.entries(setting.instead);
  const replaced = script.map((text) =>
    words.reduce((inner, [from, to]) => inner.replaceAll(from, to), text),
  );
  const written = [helpers, setting.before, ...replaced].join('\n');
  const commands = atPorts(written, setting.ports);
  try {
    const { stdout } = await promisify(execFile)('bash', ['-euc', commands], {
      cwd: setting.folder,
      timeout: 120_000,
      maxBuffer: 32 * 1024 * 1024,
      env: {
        ...process.env,
        ROOT: setting.root,
        BUN: process.execPath,
        TOUCHSTONE: join(setting.root, 'scripts/touchstone.ts'),
      },
    });
    return stdout.split(divider).slice(0, -1);
  } catch (cause) {
    const { stdout = '', stderr = '' } = Object(cause);
    const why = stderr === '' ? String(cause) : stderr;
    throw new Error(`${stdout}\n${why}`);
  }
}

/** The same text with the actual ports. */
export function atPorts(text: string, ports: ReadonlyMap<string, string>): string {
  return text.replace(/\b480[0-5]\b/g, (port) => ports.get(port) ?? port);
}

/**
 * Adapts commands. `curl` fails on a refusal, unless the page shows one; `npx` and `bun` run the commands of this
 * repository; `serve` is started, awaited and stopped; and `conform` runs one suite of the contract, which takes minutes as a whole.
 */
const helpers = `
curl() { command curl $strict "$@"; }
touchstone() {
  case "$1" in
    serve) shift; started "$@" ;;
    conform) shift; judged "$@" ;;
    *) "$BUN" "$TOUCHSTONE" "$@" ;;
  esac
}
judged() {
  case " $* " in
    *" stances "*|*" --openapi "*) "$BUN" "$TOUCHSTONE" conform "$@" ;;
    *" --only "*) "$BUN" "$TOUCHSTONE" conform "$@" --title kid --allow-partial > judged.log || { cat judged.log >&2; false; } ;;
    *" list "*|*" merge "*|*" judge "*|*" sweep "*|*" --dry-run "*) "$BUN" "$TOUCHSTONE" conform "$@" ;;
    *) "$BUN" "$TOUCHSTONE" conform "$@" --only user zones --allow-partial > judged.log || { cat judged.log >&2; false; } ;;
  esac
}
started() {
  "$BUN" "$TOUCHSTONE" serve "$@" --port 0 > served.log 2>&1 &
  local server=$!
  for _ in $(seq 1 600); do
    grep -q 'Ctrl-C' served.log && break
    kill -0 $server 2>/dev/null || { cat served.log >&2; return 1; }
    sleep 0.1
  done
  kill $server
  # 127: Bash sometimes loses track of a process that has ended.
  wait $server || [ $? = 127 ]
}
npx() {
  [ "$1" = --yes ] && shift
  case "$1 \${2:-}" in
    "bun@1.4 run") shift 2; if [ "$1" = touchstone ]; then shift; fi; touchstone "$@" ;;
    "touchstone "*) shift; touchstone "$@" ;;
    "touchstone-conform fixture-site"|"touchstone-conform webhook-certificate") shift; touchstone "$@" ;;
    "touchstone-conform "*) shift; touchstone conform "$@" ;;
    "bun@1.4 "*) shift; "$BUN" "$@" ;;
    *) command npx "$@" ;;
  esac
}
`;
