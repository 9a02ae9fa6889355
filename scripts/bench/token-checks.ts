import { inProcess } from '../../mock/api/app.ts';
import { createTokenCheck } from '../../mock/edge/token-check.ts';
import { ZoneRequest } from '../../mock/edge/zone-request.ts';
import { algorithms, importKeys } from '../../mock/engines/jwt/index.ts';
import { interleave, perSecond, ratio } from './measure.ts';
import { BenchError } from './processes.ts';
import { figure, type Result } from './table.ts';
import { type BenchAlg, createConfigs, createSigner, createZone, host } from './zone.ts';

/** The promise for an algorithm, and the number of checks in a round. */
const plan: readonly { alg: BenchAlg; checks: number; atLeast: number }[] = [
  { alg: 'ES256', checks: 6_000, atLeast: 0.7 },
  { alg: 'RS256', checks: 12_000, atLeast: 0.7 },
  { alg: 'HS256', checks: 40_000, atLeast: 0.35 },
];

/** A loop waits for each check; a server runs several at once. */
const widths = [1, 16] as const;

/** The token check of the edge, against only the signature check with the same imported key. */
export async function measureTokenChecks(): Promise<Result[]> {
  const results: Result[] = [];
  for (const { alg, checks, atLeast } of plan) {
    const { ours, bare } = await contenders(alg);
    for (const width of widths) {
      const take = (check: Check) => async () => {
        const started = performance.now();
        await runAtOnce(check, checks, width);
        return perSecond(checks, performance.now() - started);
      };
      const figures = await interleave({ ours: take(ours), bare: take(bare) }, 9, 2);
      results.push({
        name: `Check of an ${alg} token at the edge, ${width === 1 ? 'one by one' : `${width} at once`}`,
        ours: `${figure(figures.ours.median)} /s`,
        peer: `bare crypto.subtle.verify: ${figure(figures.bare.median)} /s`,
        ratio: ratio(figures.ours, figures.bare),
        // The promise is about a loop.
        ...(width === 1 ? { target: { atLeast } } : {}),
      });
    }
  }
  return results;
}

/** Checks the token with this number; returns whether it is valid. */
type Check = (number: number) => Promise<boolean>;

/** Both ways to check the same tokens. */
async function contenders(alg: BenchAlg): Promise<{ ours: Check; bare: Check }> {
  const { mock, zone } = createZone();
  const signer = await createSigner(alg);
  const [id = ''] = await createConfigs(mock, [signer.jwk]);
  const [config] = zone.tokenConfigs.list();
  const keySet = await importKeys(config?.keys ?? []);
  const key = keySet.find(signer.kid, alg);
  if (!key) throw new BenchError('bench', `no ${alg} key was stored`);

  const tokens = await Promise.all(Array.from({ length: 64 }, (_, index) => signer.sign(`user-${index}`)));
  const requests = tokens.map((token) => {
    const headers = { authorization: `Bearer ${token}` };
    return new ZoneRequest(new Request(`http://${host}/orders`, { headers }), inProcess);
  });
  const signed = tokens.map((token) => {
    const end = token.lastIndexOf('.');
    return {
      signature: Buffer.from(token.slice(end + 1), 'base64url'),
      input: new TextEncoder().encode(token.slice(0, end)),
    };
  });

  const checkTokens = createTokenCheck({ leewaySeconds: 0, anyCaseBearer: false });
  const parameters = algorithms[alg].verifying;
  return {
    ours: async (number) => {
      const request = requests[number % requests.length] as ZoneRequest; // There are 64.
      const verdicts = await checkTokens(zone, request, Date.now());
      return verdicts.get(id)?.verdict.valid ?? false;
    },
    bare: (number) => {
      const { signature, input } = signed[number % signed.length] as (typeof signed)[number]; // Likewise.
      return crypto.subtle.verify(parameters, key.cryptoKey, signature, input);
    },
  };
}

async function runAtOnce(check: Check, checks: number, width: number): Promise<void> {
  let next = 0;
  const worker = async () => {
    while (next < checks) {
      if (!(await check(next++))) throw new BenchError('bench', 'a valid token was refused');
    }
  };
  await Promise.all(Array.from({ length: width }, worker));
}
