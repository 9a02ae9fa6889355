import { contract, type OperationId } from '../../spec/contract.ts';
import type { Endpoint } from '../../spec/endpoint.ts';
import type { Exchange } from './exchange.ts';

/** Operations that a platform may charge for: model runs, rendered pages, bought credits. */
const billableOperations: readonly OperationId[] = [
  'inference.run',
  'inference.run-model',
  'inference.chat-completions',
  'inference.responses',
  'inference.messages',
  'inference.messages-sdk',
  'inference.embeddings',
  'inference.to-markdown',
  'ai-gateway.evaluation.create',
  'ai-gateway.billing.topup',
  'browser-rendering.screenshot.create',
  'browser-rendering.links.create',
  'browser-rendering.content.create',
  'browser-rendering.markdown.create',
  'browser-rendering.pdf.create',
  'browser-rendering.snapshot.create',
  'browser-rendering.scrape.create',
  'browser-rendering.json.create',
  'browser-rendering.accessibility-tree.create',
];

const patterns = billableOperations.map((id) => {
  const endpoint: Endpoint = contract[id];
  const source = endpoint.path.replace(/\{\+\w+\}/g, '.+').replace(/\{\w+\}/g, '[^/]+');
  return { method: endpoint.method, pattern: new RegExp(`${source}$`) };
});

/** The part of a request that its cost depends on. */
export interface MeteredRequest {
  readonly plane: Exchange['plane'];
  readonly method: string;
  readonly url: string;
}

/**
 * Whether a platform may charge for a request. A request that the platform will refuse counts too: the run can't know
 * that in advance.
 *
 * @example
 * isBillable({ plane: 'api', method: 'POST', url: 'http://localhost:4800/client/v4/accounts/1/ai/run/@cf/a/b' }) // true
 */
export function isBillable({ plane, method, url }: MeteredRequest): boolean {
  if (method !== 'POST') return false;
  // The code interpreter has a model write its programs, and a Worker may do so too.
  if (plane === 'interpreter' || plane === 'worker') return true;
  if (plane !== 'api') return false;
  const { pathname } = new URL(url);
  return patterns.some((one) => one.method === method && one.pattern.test(pathname));
}
