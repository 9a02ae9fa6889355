import { join } from 'node:path';
import { TouchstoneError } from '../spec/touchstone-error.ts';
import { catalogue } from '../suites/harness/catalogue.ts';
import { levels } from '../suites/harness/levels.ts';
import type { TargetFlags } from '../suites/harness/load-target.ts';
import { fileReporter } from '../suites/harness/report-files.ts';
import { terminalReporter } from '../suites/harness/report-terminal.ts';
import { sweep } from '../suites/harness/sweep.ts';
import { exitCode, loadTarget, runConformance } from '../suites/index.ts';

/** Flags that say what the target is; those of `conform` and `conform sweep`. */
export interface TargetOptions {
  /** File that describes the target. */
  readonly target?: string;
  readonly token?: string;
  readonly edge?: string;
  readonly zoneId?: string;
  readonly zoneName?: string;
  readonly accountId?: string;
  readonly readToken?: string;
  readonly gatewayToken?: string;
  readonly email?: string;
  readonly apiKey?: string;
  readonly origin?: string;
  /** PEM file of certificates to trust, beside the usual ones. */
  readonly tlsCertificate?: string;
  /** PEM file with the certificate of the receiver of webhooks, and its key. */
  readonly webhookCertificate?: string;
  readonly webhookHost?: string;
  readonly webhookPort?: number;
  /** Host by which browsers of the target reach the pages of tests, or the base URL of what leads here. */
  readonly pagesHost?: string;
  readonly pagesPort?: number;
  /** Base URL of the object-storage example, and of the one that authorizes nobody. */
  readonly objects?: string;
  readonly objectsOpen?: string;
  /** What `X-Custom-Auth-Key` has to be there, and a key that everybody may read. */
  readonly authKeySecret?: string;
  readonly allowedKey?: string;
  /** Base URL of the code-interpreter example. */
  readonly interpreter?: string;
  /** Base URL of the Worker of `fixtures/worker`, and its secret. */
  readonly worker?: string;
  readonly workerSecret?: string;
  /** Optional features that the target claims. */
  readonly feature?: readonly string[];
}

export interface ConformOptions extends TargetOptions {
  /** Services, or beginnings of suite names. */
  readonly only?: readonly string[];
  /** Requirement ids, or their beginnings. */
  readonly requirement?: readonly string[];
  /** The lowest level to run: must, should or may. */
  readonly level?: string;
  /** Makes failures of SHOULD and MAY count. */
  readonly strict?: boolean;
  /** Exits with 0 although a MUST could not be tested. */
  readonly allowPartial?: boolean;
  readonly jobs?: number;
  /** Milliseconds until one answer must have arrived whole. */
  readonly timeout?: number;
  /** Folder for `junit.xml`, `results.json` and the pictures that differ. */
  readonly out?: string;
}

/** Where a command writes; replaced in tests. */
export interface Output {
  readonly write: (text: string) => void;
  readonly error: (line: string) => void;
  readonly cwd?: string;
  readonly env?: Readonly<Record<string, string | undefined>>;
}

const terminal: Output = {
  write: (text) => process.stdout.write(text),
  error: (line) => console.error(line),
};

/**
 * The command `conform`: runs the suites against a target and prints the verdict.
 *
 * @returns the exit code: 0 conformant, 1 not conformant or partial, 2 when there is no verdict
 */
export async function conform(
  url: string | undefined,
  options: ConformOptions = {},
  output: Output = terminal,
): Promise<0 | 1 | 2> {
  const { strict = false, allowPartial = false, out } = options;
  return guarded(output, async () => {
    const level = levels.find((one) => one === options.level);
    if (options.level !== undefined && level === undefined) {
      throw new TouchstoneError('option', `--level is ${options.level}, expected must, should or may`);
    }
    const target = await loadTarget(targetSources(url, options, output));
    const live = output === terminal && process.stdout.isTTY === true;
    const color = live && !process.env['NO_COLOR'];
    const result = await runConformance(target, {
      select: {
        ...(options.only ? { services: options.only } : {}),
        ...(options.requirement ? { requirements: options.requirement } : {}),
        ...(level ? { level } : {}),
      },
      strict,
      ...(options.jobs === undefined ? {} : { jobs: options.jobs }),
      ...(options.timeout === undefined ? {} : { limits: { request: options.timeout } }),
      ...(out === undefined ? {} : { pictures: join(out, 'pictures') }),
      reporters: [
        terminalReporter({ write: output.write, catalogue, strict, live, color }),
        ...(out === undefined ? [] : [fileReporter(out)]),
      ],
    });
    return exitCode(result, allowPartial);
  });
}

/**
 * The command `conform sweep`: removes what killed runs left in a target.
 *
 * @returns the exit code: 0 when nothing is left, 1 when something could not be removed, 2 for no target
 */
export async function conformSweep(
  url: string | undefined,
  options: TargetOptions & { readonly journal?: string } = {},
  output: Output = terminal,
): Promise<0 | 1 | 2> {
  return guarded(output, async () => {
    const target = await loadTarget(targetSources(url, options, output));
    const runs = await sweep(target, options.journal === undefined ? {} : { journal: options.journal });
    for (const { run, started_at, removed, leaks } of runs) {
      output.write(`run ${run} of ${started_at}: ${removed.length} removed, ${leaks.length} left\n`);
      for (const { kind, id, reason } of leaks) output.write(`  ${kind} ${id}: ${reason}\n`);
    }
    if (runs.length === 0) output.write('Nothing is left behind.\n');
    return runs.some(({ leaks }) => leaks.length > 0) ? 1 : 0;
  });
}

/** Turns what is wrong with target, options or harness into one line and exit code 2. */
async function guarded(output: Output, action: () => Promise<0 | 1 | 2>): Promise<0 | 1 | 2> {
  try {
    return await action();
  } catch (error) {
    if (!(error instanceof TouchstoneError)) throw error;
    output.error(`touchstone: ${error.message}`);
    return 2;
  }
}

function targetSources(url: string | undefined, options: TargetOptions, { cwd, env }: Output) {
  const flags: TargetFlags = {
    api: url,
    edge: options.edge,
    account_id: options.accountId,
    zone_id: options.zoneId,
    zone_name: options.zoneName,
    api_token: options.token,
    read_token: options.readToken,
    gateway_token: options.gatewayToken,
    email: options.email,
    api_key: options.apiKey,
    origin: options.origin,
    tls_certificate: options.tlsCertificate,
    webhook_certificate: options.webhookCertificate,
    webhook_host: options.webhookHost,
    webhook_port: options.webhookPort,
    pages_host: options.pagesHost,
    pages_port: options.pagesPort,
    objects: options.objects,
    objects_open: options.objectsOpen,
    auth_key_secret: options.authKeySecret,
    allowed_key: options.allowedKey,
    interpreter: options.interpreter,
    worker: options.worker,
    worker_secret: options.workerSecret,
    features: options.feature === undefined ? undefined : [...options.feature],
  };
  return {
    flags,
    file: options.target,
    ...(cwd === undefined ? {} : { cwd }),
    ...(env === undefined ? {} : { env }),
  };
}
