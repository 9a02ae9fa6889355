import { ApiError } from '../../../../spec/errors.ts';
import { keptMetadata } from '../../../../spec/services/ai-gateway/headers.ts';
import type { logEndpoints } from '../../../../spec/services/ai-gateway/logs.ts';
import type { Service, WrittenAnswer } from '../../../api/call.ts';
import type { GatewayLogs } from '../../../world/gateway-logs.ts';
import type { StoredLog } from '../../../world/gateway-records.ts';
import type { World } from '../../../world/world.ts';
import { logDetail, logPage } from './log-page.ts';
import { selectDeleted, selectListed } from './select-logs.ts';

/** The operations that read and edit log entries: cloudflare-typescript, AI Gateway. */
export function createLogHandlers(): Service<typeof logEndpoints> {
  return {
    'ai-gateway.log.list': ({ world, params, query, request, restsOn }) => {
      // The members that either searches are not documented.
      if (query.search !== undefined || query.feedback !== undefined) restsOn('inferred');
      const logs = getLogs(world, params);
      return logPage(selectListed(logs.list(params.gateway_id), query, sentQuery(request)), query);
    },

    'ai-gateway.log.delete': ({ world, params, query, request }) => {
      const logs = getLogs(world, params);
      const deleted = selectDeleted(logs.list(params.gateway_id), query, sentQuery(request));
      logs.remove(params.gateway_id, ...deleted.map(({ id }) => id));
      return { result: undefined };
    },

    'ai-gateway.log.get': ({ world, params }) => ({ result: logDetail(findLog(world, params)) }),

    'ai-gateway.log.edit': ({ world, params, body }) => {
      const log = findLog(world, params);
      const { feedback = log.feedback, score = log.score, metadata } = body;
      const entry = metadata === undefined ? log.entry : { ...log.entry, metadata: keptMetadata(metadata) };
      getLogs(world, params).replace({ ...log, feedback, score, entry });
      return { result: {} };
    },

    'ai-gateway.log.request': ({ world, params }) => {
      const { requestBody, entry } = findLog(world, params);
      return writtenBody(requestBody, entry.request_content_type);
    },

    'ai-gateway.log.response': ({ world, params }) => {
      const { responseBody, entry } = findLog(world, params);
      return writtenBody(responseBody, entry.response_content_type);
    },
  };
}

const sentQuery = ({ url }: Request) => new URL(url).searchParams;

interface GatewayParams {
  readonly account_id: string;
  readonly gateway_id: string;
}

/** @throws ApiError `gateway-config-unknown` for an unknown gateway */
function getLogs(world: World, { account_id, gateway_id }: GatewayParams): GatewayLogs {
  const account = world.account(account_id);
  if (!account?.gateways.get(gateway_id)) throw new ApiError('gateway-config-unknown');
  return account.gatewayLogs;
}

/** @throws ApiError `gateway-config-unknown` for an unknown log entry */
function findLog(world: World, params: GatewayParams & { readonly log_id: string }): StoredLog {
  const log = getLogs(world, params).get(params.gateway_id, params.log_id);
  if (!log) throw new ApiError('gateway-config-unknown');
  return log;
}

/** @throws ApiError `gateway-config-unknown` for a body that was not stored */
function writtenBody(body: string | null, mediaType = 'application/json'): WrittenAnswer {
  if (body === null) throw new ApiError('gateway-config-unknown');
  return { written: body, mediaType };
}
