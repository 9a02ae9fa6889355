import type { z } from 'zod';
import type { endpoints } from '../../../spec/services/token-validation/endpoints.ts';
import type { previewOperationSchema, Selector } from '../../../spec/services/token-validation/schemas.ts';
import type { Handler, Service } from '../../api/call.ts';
import { paginate } from '../../api/page.ts';
import { excludedOperations, includedHosts } from '../../edge/rule-index.ts';
import { createConfigHandlers, createCredentialHandlers } from './config-handlers.ts';
import { createRuleHandlers } from './rule-handlers.ts';

/** Token validation: configurations, credentials, rules and the preview. */
export function createTokenValidationService(): Service<typeof endpoints> {
  return {
    ...createConfigHandlers(),
    ...createCredentialHandlers(),
    ...createRuleHandlers(),
    'token-validation.rule.preview': previewHandler,
  };
}

type Preview = (typeof endpoints)['token-validation.rule.preview'];
type PreviewOperation = z.infer<typeof previewOperationSchema>;
type Query = z.output<Preview['query']>;

/** The operations that a selector would include, exclude and ignore: seed token-validation, Preview result. */
export const previewHandler: Handler<Preview> = ({ zone, body, query }) => {
  const getState = createState(body);
  const operations = zone.operations
    .list()
    .map((operation): PreviewOperation => ({ ...operation, state: getState(operation) }));
  const count = (state: PreviewOperation['state']) =>
    operations.filter((operation) => operation.state === state).length;
  const { items, info } = paginate(
    operations.filter((operation) => selected(operation, query)),
    query,
  );
  const { total_pages: _, ...page } = info;
  return {
    result: {
      operations: items,
      total: operations.length,
      included: count('included'),
      excluded: count('excluded'),
      ignored: count('ignored'),
      selected_hosts: hosts(operations.filter((operation) => operation.state === 'included')),
      available_hosts: hosts(operations),
    },
    page,
  };
};

/** An id in the exclude list takes precedence over everything: seed token-validation, States and transitions. */
function createState(selector: Selector) {
  const included = includedHosts(selector);
  const excluded = excludedOperations(selector);
  return ({ operation_id, host }: { operation_id: string; host: string }): PreviewOperation['state'] => {
    if (excluded.has(operation_id)) return 'excluded';
    return included.has(host.toLowerCase()) ? 'included' : 'ignored';
  };
}

/** The filters of the query; each is any-of: Cloudflare docs, Configure JWT validation via the API. */
function selected(operation: PreviewOperation, query: Query): boolean {
  const anyHost = [...(query.host ?? []), ...(query.hostname ?? [])].map((host) => host.toLowerCase());
  return (
    (!query.state || query.state.includes(operation.state)) &&
    (anyHost.length === 0 || anyHost.includes(operation.host.toLowerCase())) &&
    (!query.method || query.method.includes(operation.method)) &&
    (!query.endpoint || query.endpoint.some((part) => operation.endpoint.includes(part)))
  );
}

const hosts = (operations: readonly PreviewOperation[]) => [...new Set(operations.map(({ host }) => host))];
