import { defineMutants } from '../mutant.ts';

/** What happens to tokens at the edge. */
export const edgeMutants = defineMutants([
  {
    id: 'forgets-that-tokens-expire',
    requirement: 'TV-EDGE-15',
    does: 'It never looks at exp.',
    file: 'mock/engines/jwt/verify-token.ts',
    replace: "if (exp !== undefined && seconds >= exp + leewaySeconds) return 'token_expired';",
    by: '',
  },
  {
    id: 'forgives-no-clock-mismatch',
    requirement: 'TV-EDGE-24',
    does: 'It claims a leeway and gives exp none.',
    setting: 'leeway',
    file: 'mock/engines/jwt/verify-token.ts',
    replace: 'seconds >= exp + leewaySeconds',
    by: 'seconds >= exp',
  },
]);
