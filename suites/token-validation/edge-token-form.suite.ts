import { defineSuite, test } from '../harness/suite.ts';
import { bearer, blocksAll, guard } from './guard.ts';
import { encodePart, newKey, type SigningKey } from './signing-key.ts';

/** Signs two parts as they are. */
const signed = async (key: SigningKey, header: string, payload: string) =>
  bearer(`${header}.${payload}.${await key.signature(`${header}.${payload}`)}`);

/** The form of a token: three parts of Base64url, a JSON header, a JSON object as payload. */
export const edgeTokenFormSuite = defineSuite('token-validation/edge-token-form', [
  test('TV-EDGE-4', 'refuses tokens without exactly three parts', async (t) => {
    const key = await newKey();
    const gate = await guard(t, { keys: [key] });
    const token = await key.sign();
    await gate.admits(bearer(token));
    const [header, payload, signature] = token.split('.');
    await blocksAll(gate, {
      'one word': bearer('token'),
      'one part': bearer(`${header}`),
      'two parts': bearer(`${header}.${payload}`),
      'four parts': bearer(`${token}.${signature}`),
      'a dot before the token': bearer(`.${token}`),
      'a dot after the token': bearer(`${token}.`),
      'two dots in a row': bearer(`${header}..${payload}.${signature}`),
      'no header': bearer(`.${payload}.${signature}`),
      'no payload': bearer(`${header}..${signature}`),
      'commas for dots': bearer(`${header},${payload},${signature}`),
    });
  }),
  test('TV-EDGE-5', 'refuses a header that is not JSON', async (t) => {
    const key = await newKey();
    const gate = await guard(t, { keys: [key] });
    await gate.admits(bearer(await key.sign()));
    const json = JSON.stringify({ alg: key.alg, kid: key.kid });
    const payload = encodePart({ sub: 'user-1' });
    await blocksAll(gate, {
      'plain text': await signed(key, encodePart('a header'), payload),
      'truncated JSON': await signed(key, encodePart(json.slice(0, -1)), payload),
      'JSON with more text after it': await signed(key, encodePart(`${json}x`), payload),
      'names without quotes': await signed(key, encodePart(json.replace('"alg"', 'alg')), payload),
    });
  }),
]);
