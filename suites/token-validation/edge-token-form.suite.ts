import { CompactEncrypt } from 'jose';
import { defineSuite, test } from '../harness/suite.ts';
import { bearer, blocksAll, guard } from './guard.ts';
import { base64url, encodePart, newKey, type SigningKey } from './signing-key.ts';

/** Signs two parts as they are. */
const signed = async (key: SigningKey, header: string, payload: string) =>
  bearer(`${header}.${payload}.${await key.signature(`${header}.${payload}`)}`);

const getHeader = ({ alg, kid }: SigningKey, members: object = {}) => encodePart({ alg, kid, ...members });

const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';

/**
 * The same bytes with stray bits in the last character. Base64url of a length that is not a multiple of four leaves two
 * or four bits unused; a lenient decoder ignores them.
 */
function withStrayBits(part: string): string {
  const last = alphabet.indexOf(part.at(-1) ?? 'A');
  return part.slice(0, -1) + alphabet[last | 1];
}

/** A JSON text whose bytes are a multiple of three plus `rest`, so that its Base64url needs padding. */
function ofLength(members: Readonly<Record<string, unknown>>, rest: 1 | 2): string {
  for (let pad = ''; ; pad += 'x') {
    const text = JSON.stringify({ ...members, pad });
    if (text.length % 3 === rest) return text;
  }
}

/** A token with `-` or `_` in some part, the characters in which the two alphabets differ. */
async function tokenWithMark(key: SigningKey): Promise<string> {
  for (let count = 0; ; count++) {
    const token = await key.sign({ sub: `user-${count}` });
    if (/[-_]/.test(token.slice(token.lastIndexOf('.')))) return token;
  }
}

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
  test('TV-EDGE-34', 'refuses a payload that is not a JSON object', async (t) => {
    const key = await newKey();
    const gate = await guard(t, { keys: [key] });
    await gate.admits(bearer(await key.sign('{}')), 'an empty object');
    await blocksAll(gate, {
      'a text': bearer(await key.sign('"user-1"')),
      'an array': bearer(await key.sign('[{"sub":"user-1"}]')),
      'a number': bearer(await key.sign('42')),
      null: bearer(await key.sign('null')),
      'no JSON': bearer(await key.sign('user-1')),
    });
  }),
  test('TV-EDGE-35', 'refuses an unknown crit member', async (t) => {
    const key = await newKey();
    const gate = await guard(t, { keys: [key] });
    const name = 'https://example.com/rule';
    await gate.admits(bearer(await key.sign({}, { [name]: 1 })), 'the member that is not critical');
    await gate.blocks(bearer(await key.sign({}, { crit: [name], [name]: 1 })));
  }),
  test('TV-EDGE-36', 'refuses an unencoded payload', async (t) => {
    const key = await newKey();
    const gate = await guard(t, { keys: [key] });
    await gate.admits(bearer(await key.sign()));
    const payload = '{"sub":"user-1"}';
    const members = { b64: false, crit: ['b64'] };
    await blocksAll(gate, {
      'b64 false and critical': await signed(key, getHeader(key, members), payload),
      'b64 false and not critical': await signed(key, getHeader(key, { b64: false }), payload),
      'b64 false and the payload encoded': await signed(key, getHeader(key, members), encodePart(payload)),
    });
  }),
  test('TV-EDGE-37', 'refuses JSON serialisations', async (t) => {
    const key = await newKey();
    const gate = await guard(t, { keys: [key] });
    const token = await key.sign();
    await gate.admits({ authorization: token });
    const [header, payload, signature] = token.split('.');
    const flattened = { payload, protected: header, signature };
    const general = { payload, signatures: [{ protected: header, signature }] };
    await blocksAll(gate, {
      'the flattened one': { authorization: JSON.stringify(flattened) },
      'the flattened one after Bearer': bearer(JSON.stringify(flattened)),
      'the general one': { authorization: JSON.stringify(general) },
    });
  }),
  test('TV-EDGE-38', 'refuses an encrypted token of five parts', async (t) => {
    const key = await newKey('HS256');
    const gate = await guard(t, { keys: [key] });
    await gate.admits(bearer(await key.sign()));
    const { k } = key.jwk;
    const secret = Uint8Array.from(atob(String(k).replaceAll('-', '+').replaceAll('_', '/')), (c) =>
      c.charCodeAt(0),
    );
    const plain = new TextEncoder().encode('{"sub":"user-1"}');
    const encrypted = await new CompactEncrypt(plain)
      .setProtectedHeader({ alg: 'dir', enc: 'A256GCM', kid: key.kid })
      .encrypt(secret);
    await gate.blocks(bearer(encrypted));
  }),
  test('TV-EDGE-39', 'refuses parts with padding', async (t) => {
    const key = await newKey();
    const gate = await guard(t, { keys: [key] });
    const header = base64url(ofLength({ alg: key.alg, kid: key.kid }, 1));
    const payload = base64url(ofLength({ sub: 'user-1' }, 2));
    const signature = await key.signature(`${header}.${payload}`);
    await gate.admits(bearer(`${header}.${payload}.${signature}`));
    await blocksAll(gate, {
      'a padded header': await signed(key, `${header}==`, payload),
      'a padded payload': await signed(key, header, `${payload}=`),
      'a padded signature': bearer(`${header}.${payload}.${signature}==`),
    });
  }),
  test('TV-EDGE-40', 'refuses parts with stray bits in the last character', async (t) => {
    const key = await newKey();
    const gate = await guard(t, { keys: [key] });
    const header = base64url(ofLength({ alg: key.alg, kid: key.kid }, 1));
    const payload = base64url(ofLength({ sub: 'user-1' }, 2));
    const signature = await key.signature(`${header}.${payload}`);
    await gate.admits(bearer(`${header}.${payload}.${signature}`));
    await blocksAll(gate, {
      'stray bits in the header': await signed(key, withStrayBits(header), payload),
      'stray bits in the payload': await signed(key, header, withStrayBits(payload)),
      'stray bits in the signature': bearer(`${header}.${payload}.${withStrayBits(signature)}`),
    });
  }),
  test('TV-EDGE-41', 'refuses characters outside Base64url', async (t) => {
    const key = await newKey();
    const gate = await guard(t, { keys: [key] });
    const token = await tokenWithMark(key);
    await gate.admits(bearer(token));
    const [header = '', payload = '', signature = ''] = token.split('.');
    const standard = signature.replaceAll('-', '+').replaceAll('_', '/');
    await blocksAll(gate, {
      'the standard alphabet': bearer(`${header}.${payload}.${standard}`),
      'an exclamation mark in the signature': bearer(`${header}.${payload}.!${signature}`),
      'a space in the signature': bearer(
        `${header}.${payload}.${signature.slice(0, 9)} ${signature.slice(9)}`,
      ),
      'an exclamation mark in the payload': await signed(
        key,
        header,
        `${payload.slice(0, 4)}!${payload.slice(4)}`,
      ),
      'a space after the token': bearer(`${token} x`),
    });
  }),
]);
