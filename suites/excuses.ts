import type { KnownRequirementId } from '../spec/requirements.ts';

const foreignToken =
  "It takes a valid token without rights on the target's zone, which no target file has; the tests of the mock's access check make one.";

/** Requirements without a test, each with the reason. */
export const excuses: Readonly<Partial<Record<KnownRequirementId, string>>> = {
  'V4-AUTH-20': foreignToken,
  'V4-AUTH-21': foreignToken,
  'GW-CACHE-5':
    'The size limits of a request and of a cached request are equal, so a larger request is refused before the cache sees it.',
  'GW-CACHE-13':
    "It takes two accounts, and a target file names one; the tests of the gateway's cache have two.",
  'GW-LOG-31':
    'A gateway keeps at least 10,000 log entries, so a test would need as many runs; the tests of its log show both strategies.',
  'INF-HOOK-24':
    "It takes a name server that changes its answer a moment later, which no suite has; the tests of the mock's background runs have one.",
  'BR-ERR-4':
    'No address is unreachable from every machine; the tests of rendering failures name the error of the network.',
  'BR-ERR-5':
    'It takes an address that swallows every packet; the tests of rendering failures name the error of the network.',
  'BR-ERR-7':
    'It takes a certificate that browsers trust; the tests of rendering failures name the error of the network.',
  'BR-ERR-8':
    'It takes a name server that never answers; the tests of rendering failures name the error of the network.',
  'BR-ERR-21':
    "It takes ten minutes of browser time; the tests of the mock's renderer have a browser that uses them at once.",
  'BR-ERR-23': 'It takes five minutes; the tests of rendering failures name what runs out.',
  'BR-ERR-24':
    'No request makes a server fail unexpectedly; the tests of the renderer have a browser that does.',
  'BR-ERR-35':
    "It takes ten minutes of browser time; the tests of the mock's renderer have a browser that uses them at once.",
  'BR-LIMIT-3':
    "It takes ten minutes of browser time; the tests of the mock's renderer have a browser that uses them at once.",
  'RL-FUNC-19':
    'Custom rules do not have `split`, and rules with it are only stored; the vectors of the engine cover it.',
};
