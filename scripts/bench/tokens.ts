import { exportJWK, generateKeyPair, SignJWT } from 'jose';
import { measure } from 'mitata';
import { inProcess } from '../../mock/api/app.ts';
import { createMock } from '../../mock/assembly/create-mock.ts';
import { createTokenCheck } from '../../mock/edge/token-check.ts';
import { ZoneRequest } from '../../mock/edge/zone-request.ts';
import { algorithms, importKeys } from '../../mock/engines/jwt/index.ts';
import { BenchError, type Row, takeTurns } from './rows.ts';
import { authorization, configsPath } from './servers.ts';

const alg = 'ES256';
/** Different tokens, which take turns. */
const count = 1_024;

/** The token check of the edge in process, and only the signature check of the same tokens with the same key. */
export async function measureTokens(_folder: string, rounds = 9): Promise<Row[]> {
  const { privateKey, publicKey } = await generateKeyPair(alg, { extractable: true });
  const mock = createMock();
  const created = await mock.fetch(
    new Request(`http://localhost${configsPath}`, {
      method: 'POST',
      headers: { authorization, 'content-type': 'application/json' },
      body: JSON.stringify({
        title: 'Bench',
        description: 'Tokens of the benchmark',
        token_sources: ['http.request.headers["authorization"][0]'],
        token_type: 'JWT',
        credentials: { keys: [{ ...(await exportJWK(publicKey)), kid: 'bench', alg }] },
      }),
    }),
  );
  if (!created.ok) throw new BenchError(`no configuration was created: ${await created.text()}`);
  const zone = mock.world.zone(mock.defaults.zoneId);
  const [config] = zone?.tokenConfigs.list() ?? [];
  const key = (await importKeys(config?.keys ?? [])).find('bench', alg);
  if (!zone || !config || !key) throw new BenchError(`no ${alg} key was stored`);

  const tokens = await Promise.all(
    Array.from({ length: count }, (_, index) =>
      new SignJWT({ sub: `user-${index}`, scope: 'orders:read orders:write', org: 'bench' })
        .setProtectedHeader({ alg, kid: 'bench', typ: 'JWT' })
        .setIssuer('https://issuer.example')
        .setIssuedAt()
        .setExpirationTime('1h')
        .sign(privateKey),
    ),
  );
  const requests = tokens.map((token) => {
    const headers = { authorization: `Bearer ${token}` };
    return new ZoneRequest(new Request('http://api.example.localhost/orders', { headers }), inProcess);
  });
  const signed = tokens.map((token) => {
    const end = token.lastIndexOf('.');
    const signature = Buffer.from(token.slice(end + 1), 'base64url');
    return { signature, input: new TextEncoder().encode(token.slice(0, end)) };
  });
  const checkTokens = createTokenCheck({ leewaySeconds: 0, anyCaseBearer: false });
  const { verifying } = algorithms[alg];
  const check = async (number: number) => {
    const verdicts = await checkTokens(zone, requests[number] as ZoneRequest, Date.now()); // There are as many.
    return verdicts.get(config.id)?.verdict.valid;
  };
  const verify = (number: number) => {
    const { signature, input } = signed[number] as (typeof signed)[number]; // Likewise.
    return crypto.subtle.verify(verifying, key.cryptoKey, signature, input);
  };

  const rate = (isValid: (number: number) => Promise<boolean | undefined>) => async () => {
    let next = 0;
    const { avg } = await measure(async () => {
      if (!(await isValid(next++ % count))) throw new BenchError('a valid token was refused');
    });
    return 1e9 / avg;
  };
  const figures = await takeTurns({ ours: rate(check), theirs: rate(verify) }, rounds);
  const measured = `Check of an ${alg} token at the edge, one by one`;
  const peer = 'bare crypto.subtle.verify';
  return [{ part: 'Edge', measured, peer, unit: '/s', ...figures, has: 'speed', aim: 0.7 }];
}
