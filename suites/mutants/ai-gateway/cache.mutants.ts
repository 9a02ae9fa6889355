import { defineMutants } from '../mutant.ts';

/** Answers that gateways keep. */
export const cacheMutants = defineMutants([
  {
    id: 'keeps-answers-for-ever',
    requirement: 'GW-HDR-5',
    does: 'It answers from the cache when the seconds of the header are long over.',
    file: 'mock/services/ai-gateway/pass/kept-answers.ts',
    replace: 'cacheSeconds({ skip, ttl, keyed, gatewayTtl }) * 1000',
    by: 'cacheSeconds({ skip, ttl, keyed, gatewayTtl }) * 1e6',
  },
  {
    id: 'has-no-ear-for-skipping-the-cache',
    requirement: 'GW-HDR-3',
    does: 'It answers from the cache although the request skips it.',
    file: 'mock/services/ai-gateway/pass/kept-answers.ts',
    replace: "headers['cf-aig-skip-cache'] ?? false",
    by: 'false',
  },
]);
