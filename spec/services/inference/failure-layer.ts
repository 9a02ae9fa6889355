import type { FailureName } from '../../errors.ts';
import { aiGatewayFailures } from '../ai-gateway/failures.ts';
import type { ErrorLayer, LayeredFailure } from './failures/layer.ts';
import { inferenceFailures } from './failures.ts';
import type { ModelFormat } from './models/entry.ts';

const layered: Readonly<Record<string, LayeredFailure>> = { ...inferenceFailures, ...aiGatewayFailures };

/** What any operation can meet, such as a body that is wrong; the formats of other APIs say it in their own words. */
const inOwnWords: ReadonlySet<string> = new Set<FailureName>([
  'json-malformed',
  'content-type-unsupported',
  'form-malformed',
  'body-too-large',
  'body-invalid',
  'fault-told',
]);

/**
 * What produces a failure in a format, and so which shape it has: fact sheet inference, section 7.3.
 *
 * @example
 * layerOf('permission-missing', 'messages') // 'edge'
 * layerOf('body-invalid', 'messages') // 'runtime'
 * layerOf('body-invalid', 'run') // 'edge'
 */
export function layerOf(failure: FailureName, format: ModelFormat): ErrorLayer {
  const own = layered[failure]?.layer;
  if (own !== undefined) return own;
  return format !== 'run' && inOwnWords.has(failure) ? 'runtime' : 'edge';
}
