import { exportJWK, generateKeyPair, type JWK, SignJWT } from 'jose';
import { inProcess } from '../../mock/app.ts';
import { createTokenCheck } from '../../mock/edge/token-check.ts';
import { ZoneRequest } from '../../mock/edge/zone-request.ts';
import { normalizeKeys } from '../../mock/engines/jwt/index.ts';
import { worldDefaults } from '../../mock/world/defaults.ts';
import { World } from '../../mock/world/world.ts';
import { interleave, perSecond, ratio } from './measure.ts';
import { BenchError } from './processes.ts';
import { figure, type Result } from './result.ts';

/** What a signature algorithm is promised against a bare verification, and how many checks make a round. */
const algorithms = [
  { alg: 'ES256', atLeast: 0.7, checks: 3_000 },
  { alg: 'RS256', atLeast: 0.7, checks: 6_000 },
  { alg: 'HS256', atLeast: 0.35, checks: 20_000 },
] as const;

type Alg = (typeof algorithms)[number]['alg'];

/** How WebCrypto names the algorithms. */
const webCrypto: Record<Alg, AlgorithmIdentifier & EcdsaParams> = {
  ES256: { name: 'ECDSA', hash: 'SHA-256' },
  RS256: { name: 'RSASSA-PKCS1-v1_5', hash: 'SHA-256' },
  HS256: { name: 'HMAC', hash: 'SHA-256' },
};

/** Token checks of the edge per second, against bare verifications with the same key, one after the other. */
export async function measureTokens(): Promise<Result[]> {
  const results: Result[] = [];
  for (const { alg, atLeast, checks } of algorithms) {
    const { check, verify } = await prepare(alg);
    const rate = (run: () => Promise<boolean>) => async () => {
      const started = performance.now();
      for (let index = 0; index < checks; index++) {
        if (!(await run())) throw new BenchError('bench', `${alg}: a good token was refused`);
      }
      return perSecond(checks, performance.now() - started);
    };
    const { ours, bare } = await interleave({ ours: rate(check), bare: rate(verify) }, 9, 2);
    results.push({
      name: `${alg} token checked at the edge`,
      ours: `${figure(ours.median)} /s`,
      peer: `bare crypto.subtle.verify: ${figure(bare.median)} /s`,
      ratio: ratio(ours, bare),
      target: { atLeast },
    });
  }
  return results;
}

/** A zone with one configuration and a request with a good token; and the same signature for a bare loop. */
async function prepare(alg: Alg): Promise<{ check(): Promise<boolean>; verify(): Promise<boolean> }> {
  const { jwk, signing, verifying } = await makeKeys(alg);
  const token = await new SignJWT({ sub: 'user-1', iss: 'bench', aud: 'shop' })
    .setProtectedHeader({ alg, kid: 'bench' })
    .setExpirationTime('1h')
    .sign(signing);

  const zone = new World({ tenants: 'strict', seed: 1 }).zone(worldDefaults.zoneId);
  if (!zone) throw new BenchError('bench', 'the seeded zone is missing');
  const { keys } = await normalizeKeys([{ ...jwk, kid: 'bench', alg }], { mode: 'create' });
  zone.tokenConfigs.put({
    id: '4a7ee8d3-dd63-4ceb-9d5f-c27831854ce7',
    title: 'Bench',
    description: '',
    token_sources: ['http.request.headers["authorization"][0]'],
    token_type: 'JWT',
    keys,
    created_at: '',
    last_updated: '',
  });
  const checkTokens = createTokenCheck({ leewaySeconds: 0 });
  const request = new ZoneRequest(
    new Request('http://api.example.localhost/', { headers: { authorization: `Bearer ${token}` } }),
    inProcess,
  );

  const parts = token.split('.');
  const signature = Buffer.from(parts[2] ?? '', 'base64url');
  const signed = new TextEncoder().encode(`${parts[0]}.${parts[1]}`);
  return {
    async check() {
      const verdicts = await checkTokens(zone, request, Date.now());
      for (const { verdict } of verdicts.values()) return verdict.valid;
      return false;
    },
    verify: () => crypto.subtle.verify(webCrypto[alg], verifying, signature, signed),
  };
}

async function makeKeys(alg: Alg): Promise<{ jwk: JWK; signing: CryptoKey; verifying: CryptoKey }> {
  if (alg === 'HS256') {
    const key = await crypto.subtle.generateKey({ name: 'HMAC', hash: 'SHA-256', length: 256 }, true, [
      'sign',
      'verify',
    ]);
    return { jwk: await exportJWK(key), signing: key, verifying: key };
  }
  const { publicKey, privateKey } = await generateKeyPair(alg, { extractable: true });
  return { jwk: await exportJWK(publicKey), signing: privateKey, verifying: publicKey };
}
