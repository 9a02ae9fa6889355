import { join } from 'node:path';
import { TouchstoneError } from '../../spec/touchstone-error.ts';
import { toVisibleLine } from '../../spec/visible-text.ts';
import { type Catalogue, catalogue as contractCatalogue } from '../../suites/harness/catalogue.ts';
import { levels } from '../../suites/harness/levels.ts';
import type { LoadTargetOptions, TargetFlags } from '../../suites/harness/load-target.ts';
import type { KeptExchanges } from '../../suites/harness/report/kept-results.ts';
import { fileReporter, summaryReporter } from '../../suites/harness/report-files.ts';
import { terminalReporter } from '../../suites/harness/report-terminal.ts';
import type { Reporter, RunResult } from '../../suites/harness/results.ts';
import type { Selection } from '../../suites/harness/select.ts';

/** Flags that describe the target, of `conform` and its subcommands. */
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
  /** PEM file of certificates to trust, besides the usual ones. */
  readonly tlsCertificate?: string;
  /** PEM file with the certificate and key of the webhook receiver. */
  readonly webhookCertificate?: string;
  readonly webhookHost?: string;
  readonly webhookPort?: number;
  /** Host at which the target's browsers reach the test pages, or a base URL that leads to them. */
  readonly pagesHost?: string;
  readonly pagesPort?: number;
  /** Base URLs of the object-storage example, with and without authorization. */
  readonly objects?: string;
  readonly objectsOpen?: string;
  /** The `X-Custom-Auth-Key` of that example, and a key that anyone may read there. */
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

/** Flags that choose tests. */
export interface SelectOptions {
  /** Services, or prefixes of suite names. */
  readonly only?: readonly string[];
  /** Requirement ids, or their prefixes. */
  readonly requirement?: readonly string[];
  /** The lowest level: must, should or may. */
  readonly level?: string;
  /** A test must need one of these features. */
  readonly needs?: readonly string[];
  /** A test must need none of these features. */
  readonly without?: readonly string[];
  /** Text that the id of a test must contain. */
  readonly title?: string;
  /** Full ids of tests. */
  readonly test?: readonly string[];
}

/**
 * Turns flags into a selection of tests.
 *
 * @throws TouchstoneError for an unknown level
 */
export function getSelection({
  only,
  requirement,
  level,
  needs,
  without,
  title,
  test,
}: SelectOptions): Selection {
  const lowest = levels.find((one) => one === level);
  if (level !== undefined && lowest === undefined) {
    throw new TouchstoneError('option', `--level is ${level}, expected must, should or may`);
  }
  return {
    ...(only ? { services: only } : {}),
    ...(requirement ? { requirements: requirement } : {}),
    ...(lowest ? { level: lowest } : {}),
    ...(needs ? { needs } : {}),
    ...(without ? { without } : {}),
    ...(title === undefined ? {} : { title }),
    ...(test ? { tests: test } : {}),
  };
}

/** Where a command writes; replaced in tests. */
export interface Output {
  readonly write: (text: string) => void;
  readonly error: (line: string) => void;
  readonly cwd?: string;
  readonly env?: Readonly<Record<string, string | undefined>>;
}

export const terminal: Output = {
  write: (text) => process.stdout.write(text),
  error: (line) => console.error(line),
};

/** Exit code of a command: 0, 1 or 2 by its verdict, 130 when interrupted. */
export type ExitCode = 0 | 1 | 2 | 130;

/** Turns an error in the target, the options or the harness into one line and exit code 2. */
export async function guarded<Code extends ExitCode>(
  output: Output,
  action: () => Promise<Code>,
): Promise<Code | 2> {
  try {
    return await action();
  } catch (error) {
    if (!(error instanceof TouchstoneError)) throw error;
    output.error(`touchstone: ${toVisibleLine(error.message)}`);
    return 2;
  }
}

/** Collects the flags, folder and environment that describe a target. */
export function targetSources(
  url: string | undefined,
  options: TargetOptions,
  { cwd, env }: Output,
): LoadTargetOptions {
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

export interface ReporterOptions {
  readonly strict: boolean;
  /** Folder for reports. */
  readonly out?: string | undefined;
  /** Which tests keep their exchanges. */
  readonly reportExchanges?: KeptExchanges | undefined;
  /** The requirements of the run; those of the contract by default. */
  readonly catalogue?: Catalogue | undefined;
}

/** Creates the reporters of a run: the terminal, a folder if given, and those of GitHub Actions if it runs there. */
export function createReporters(options: ReporterOptions, output: Output): Reporter[] {
  const { strict, out, reportExchanges: exchanges = 'failures', catalogue = contractCatalogue } = options;
  const live = output === terminal && process.stdout.isTTY === true;
  const color = live && !process.env['NO_COLOR'];
  const { GITHUB_STEP_SUMMARY: summary } = output.env ?? process.env;
  return [
    // Reports are written before the terminal names them.
    ...(out === undefined ? [] : [fileReporter(out, { exchanges, catalogue })]),
    terminalReporter({
      ...(out === undefined ? {} : { report: join(out, 'report.html') }),
      write: output.write,
      catalogue,
      strict,
      live,
      color,
      ...(live ? { columns: process.stdout.columns } : {}),
    }),
    ...(summary ? [summaryReporter(summary, catalogue)] : []),
  ];
}

/** Reports a finished run as if it were happening now. */
export function replay(result: RunResult, reporters: readonly Reporter[]): void {
  for (const reporter of reporters) {
    reporter.started?.({ run: result.run, api: result.target.api, tests: result.tests.length });
    for (const test of result.tests) reporter.tested?.(test);
    reporter.ended?.(result);
  }
}
