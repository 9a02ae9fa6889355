import { modelMatches } from '../model-pattern.ts';
import type { UpstreamOptions } from './options.ts';

/**
 * What a model is called upstream.
 *
 * @example
 * upstreamModel('@cf/meta/llama-3.1-8b-instruct', { '@cf/*': 'llama3.1' }) // 'llama3.1'
 */
export function upstreamModel(id: string, map: UpstreamOptions['modelMap'] = {}): string {
  if (typeof map === 'function') return map(id);
  if (Object.hasOwn(map, id)) return map[id] ?? id;
  let best: string | undefined;
  for (const pattern of Object.keys(map)) {
    if (modelMatches(pattern, id) && pattern.length > (best?.length ?? -1)) best = pattern;
  }
  return best === undefined ? id : (map[best] ?? id);
}
