import { createMock } from '../mock/create-mock.ts';
import type { Origin } from '../mock/edge/origin/origin.ts';
import type { MockOptions } from '../mock/options.ts';
import { folderOrigin } from '../mock/serve/folder-origin.ts';
import { httpOrigin } from '../mock/serve/http-origin.ts';
import { listen } from '../mock/serve.ts';
import type { Info } from '../spec/services/touchstone/schemas.ts';
import { TouchstoneError } from '../spec/touchstone-error.ts';
import { isOriginUrl, readServeOptions, type ServeOptions } from './serve-options.ts';

/**
 * The command `serve`: runs until it is told to stop.
 *
 * @returns the exit code: 0 after SIGINT or SIGTERM, 2 when it could not start.
 */
export async function serve(flags: Readonly<Record<string, unknown>>): Promise<number> {
  const { json = false, ...rest } = flags;
  try {
    const options = await readServeOptions(rest, process.env);
    const mock = createMock(await mockOptions(options));
    const { port, host } = options;
    const planes = await listen(mock, {
      ...(port === undefined ? {} : { port }),
      ...(host === undefined ? {} : { host }),
    });
    mock.announce({ origin: options.zoneOrigin ?? null });
    console.log(json ? jsonLine(mock.info()) : table(mock.info()));
    await stopSignal();
    await planes.close();
    return 0;
  } catch (error) {
    if (!(error instanceof TouchstoneError)) throw error;
    console.error(`touchstone: ${error.message}`);
    return 2;
  }
}

async function mockOptions({
  port: _,
  host: __,
  zoneOrigin,
  leeway,
  ...options
}: ServeOptions): Promise<MockOptions> {
  return {
    ...options,
    ...(leeway === undefined ? {} : { leewaySeconds: leeway }),
    ...(zoneOrigin === undefined ? {} : { origin: await originOf(zoneOrigin) }),
  };
}

async function originOf(origin: string): Promise<Origin> {
  return (await isOriginUrl(origin)) ? httpOrigin(origin) : folderOrigin(origin);
}

/** What a target file of the suites is made of, on one line. */
function jsonLine({ name: _, version: __, ...info }: Info): string {
  return JSON.stringify(info);
}

function table(info: Info): string {
  const rows: readonly (readonly [string, string | null])[] = [
    ['API', info.api],
    [
      'Zone traffic',
      `${info.edge?.replace('localhost', `api.${info.zone_name}`)} (any host of ${info.zone_name})`,
    ],
    ['Zone origin', info.origin ?? 'a built-in page (change it with --zone-origin)'],
    ['Account id', info.account_id],
    ['Zone id', info.zone_id],
    ['API token', info.api_token],
    ['Read-only token', info.read_token],
    ['Gateway token', info.gateway_token],
    ['E-mail', info.email],
    ['API key', info.api_key],
  ];
  const width = Math.max(...rows.map(([label]) => label.length));
  return [
    '',
    `  touchstone ${info.version}`,
    '',
    ...rows.map(([label, value]) => `  ${label.padEnd(width)}  ${value}`),
    '',
    '  Press Ctrl-C to stop.',
    '',
  ].join('\n');
}

/** Resolves at the first SIGINT or SIGTERM. */
function stopSignal(): Promise<void> {
  return new Promise((resolve) => {
    for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => resolve());
  });
}
