import type { Reply } from '../../spec/client.ts';
import { gatewayLimits } from '../../spec/services/ai-gateway/limits.ts';
import type { Log, LogDetail } from '../../spec/services/ai-gateway/logs.ts';
import { isObject, show } from '../harness/assertions.ts';
import type { TestContext } from '../harness/context.ts';
import type { GatewayBody } from '../harness/creation.ts';
import { ConformanceFailure } from '../harness/errors.ts';
import { type MoreHeaders, models, says } from '../inference/asking.ts';

/** A test's gateway, and the path variables of its logs. */
export interface Logging {
  readonly id: string;
  readonly params: { readonly account_id: string; readonly gateway_id: string };
}

/** Creates a gateway that logs. */
export async function logging(t: TestContext, overrides: Partial<GatewayBody> = {}): Promise<Logging> {
  const { id } = await t.gateway(overrides);
  return { id, params: { account_id: t.accountId, gateway_id: id } };
}

/** Runs a third-party model through a gateway, even if it fails. */
export const runThrough = (
  t: TestContext,
  { id }: Pick<Logging, 'id'>,
  body: object = {},
  headers: MoreHeaders = {},
): Promise<Reply> =>
  t.ask('inference.chat-completions', {
    params: { account_id: t.accountId },
    headers: { 'cf-aig-gateway-id': id, ...headers },
    body: { model: models.third, messages: says('Say hello.'), ...body },
  });

/** Like {@link runThrough}, but must succeed. */
export async function ran(...run: Parameters<typeof runThrough>): Promise<Reply> {
  const reply = await runThrough(...run);
  run[0].expectSuccess(reply, 'the run');
  return reply;
}

/** Skips a test if the target has no readable log: no seed describes one. */
function skipWithoutLogs(t: TestContext, { status }: Reply): void {
  if (t.has('admin') || ![404, 405, 501].includes(status)) return;
  t.skip('the target has no log entries to read (ai-gateway/gateways/{gateway_id}/logs)');
}

/** One page of the log entries that match a query. */
export async function listLogs(
  t: TestContext,
  { params }: Logging,
  query: Readonly<Record<string, unknown>> = {},
): Promise<{ readonly logs: readonly Log[]; readonly info: Readonly<Record<string, unknown>> }> {
  const reply = await t.ask('ai-gateway.log.list', { params, query });
  skipWithoutLogs(t, reply);
  t.expectSuccess(reply, `the log entries for the query ${show(query)}`);
  // No seed shows the list. The answer was validated against the contract, and any differences are among the findings.
  if (!isObject(reply.body) || !Array.isArray(reply.body['result'])) {
    t.skip('the target lists no log entries in `result`');
  }
  const body = reply.body as { result: Log[]; result_info: Record<string, unknown> };
  return { logs: body.result, info: body.result_info };
}

/** Longest wait for a log entry: twice as long as the platform takes. */
const patience = 2 * gatewayLimits.logVisibleMs;

/**
 * Waits until a gateway has this many log entries, and returns them, newest first.
 *
 * @throws ConformanceFailure if there are too few in time, or too many
 */
export async function awaitLogs(
  t: TestContext,
  gateway: Logging,
  count: number,
  within: number = patience,
): Promise<readonly Log[]> {
  let logs: readonly Log[] = [];
  const look = async () => {
    ({ logs } = await listLogs(t, gateway, { per_page: gatewayLimits.logsPerPageMax }));
    return logs.length >= count || undefined;
  };
  await t.waitFor({ what: 'log entries', within }, look);
  if (logs.length === count) return logs;
  throw new ConformanceFailure(`the gateway has ${logs.length} log entries, expected ${count}`);
}

/** The only log entry of a gateway. */
export async function onlyLog(t: TestContext, gateway: Logging): Promise<Log> {
  const [log] = await awaitLogs(t, gateway, 1);
  if (!log) throw new ConformanceFailure('the gateway has no log entry');
  return log;
}

export const oneLog = ({ params }: Logging, { id }: Pick<Log, 'id'>) => ({ ...params, log_id: id });

/** Reads a single log entry. */
export async function readLog(t: TestContext, gateway: Logging, log: Pick<Log, 'id'>): Promise<LogDetail> {
  const reply = await t.ask('ai-gateway.log.get', { params: oneLog(gateway, log) });
  skipWithoutLogs(t, reply);
  t.expectSuccess(reply, 'the log entry');
  return (reply.body as { result: LogDetail }).result; // the answer was compared with the contract
}

/** The metadata header of a request. */
export const withMetadata = (metadata: unknown): MoreHeaders => ({
  'cf-aig-metadata': JSON.stringify(metadata),
});
