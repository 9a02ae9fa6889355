import { exportJWK, generateKeyPair, generateSecret, SignJWT } from 'jose';
import { createMock, type Mock } from '../../mock/assembly/create-mock.ts';
import type { ZoneTenant } from '../../mock/world/zone-tenant.ts';
import { authorization, configsPath } from './peers.ts';
import { BenchError } from './processes.ts';

export type BenchAlg = 'ES256' | 'RS256' | 'HS256';

/** Host of the zone's traffic. */
export const host = 'api.example.localhost';

/** A signing key, and its configuration for the zone. */
export interface Signer {
  readonly kid: string;
  /** The key of a configuration. */
  readonly jwk: Readonly<Record<string, unknown>>;
  /** A new token that is valid for an hour. */
  sign(subject: string): Promise<string>;
}

/** Creates a key pair, or a secret. */
export async function createSigner(alg: BenchAlg): Promise<Signer> {
  const kid = crypto.randomUUID();
  const { signing, shown } = alg === 'HS256' ? await secret(alg) : await keyPair(alg);
  return {
    kid,
    jwk: { ...(await exportJWK(shown)), kid, alg },
    sign: (subject) =>
      new SignJWT({ scope: 'orders:read orders:write', org: 'bench' })
        .setProtectedHeader({ alg, kid, typ: 'JWT' })
        .setIssuer('https://issuer.example')
        .setSubject(subject)
        .setIssuedAt()
        .setExpirationTime('1h')
        .sign(signing),
  };
}

async function secret(alg: string) {
  const key = await generateSecret(alg, { extractable: true });
  return { signing: key, shown: key };
}

async function keyPair(alg: string) {
  const { privateKey, publicKey } = await generateKeyPair(alg, { extractable: true });
  return { signing: privateKey, shown: publicKey };
}

/** Creates token configurations over the API, as a user does, one for each key; returns their ids. */
export async function createConfigs(mock: Mock, keys: readonly Signer['jwk'][]): Promise<string[]> {
  const ids: string[] = [];
  for (const jwk of keys) {
    const request = new Request(`http://localhost${configsPath}`, {
      method: 'POST',
      headers: { authorization, 'content-type': 'application/json' },
      body: JSON.stringify({
        title: 'Bench',
        description: 'Tokens of the benchmark',
        token_sources: ['http.request.headers["authorization"][0]'],
        token_type: 'JWT',
        credentials: { keys: [jwk] },
      }),
    });
    const response = await mock.fetch(request);
    if (!response.ok) throw new BenchError('bench', `no configuration: ${await response.text()}`);
    const { result } = (await response.json()) as { result: { id: string } }; // As the contract says.
    ids.push(result.id);
  }
  return ids;
}

/** A mock and its seeded zone. */
export function createZone(): { mock: Mock; zone: ZoneTenant } {
  const mock = createMock();
  const zone = mock.world.zone(mock.defaults.zoneId);
  if (!zone) throw new BenchError('bench', 'the seeded zone is missing');
  return { mock, zone };
}
