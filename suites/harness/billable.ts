import { contract, type OperationId } from '../../spec/contract.ts';
import type { Endpoint } from '../../spec/endpoint.ts';
import type { Exchange } from './exchange.ts';

/** Operations that a platform may charge for: runs of models, rendered pages, bought credits. */
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

/** A request, as far as its cost goes. */
export interface MeteredRequest {
  readonly plane: Exchange['plane'];
  readonly method: string;
  readonly url: string;
}

/**
 * Whether a platform may charge for a request. One that is going to be refused counts too, since nobody knows that
 * before.
 *
 * @example
 * isBillable({ plane: 'api', method: 'POST', url: 'http://localhost:4800/client/v4/accounts/1/ai/run/@cf/a/b' }) // true
 */
export function isBillable({ plane, method, url }: MeteredRequest): boolean {
  if (method !== 'POST') return false;
  // The interpreter has a model write its programs, and so may a Worker.
  if (plane === 'interpreter' || plane === 'worker') return true;
  if (plane !== 'api') return false;
  const { pathname } = new URL(url);
  return patterns.some((one) => one.method === method && one.pattern.test(pathname));
}
