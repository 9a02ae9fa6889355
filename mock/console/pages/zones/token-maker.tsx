import { useEffect, useState } from 'preact/hooks';
import { Action, Field } from '../../parts/basics.tsx';
import { visible } from '../../parts/text.ts';
import { useSession } from '../../session.ts';
import {
  algOf,
  type PrivateJwk,
  readObject,
  readPrivateJwk,
  readToken,
  signToken,
  unsignedToken,
  withBrokenSignature,
} from './jwt.ts';
import { getSigningKeys } from './signing-keys.ts';
import type { TokenConfig } from './zone-types.ts';

export interface TokenMakerProps {
  readonly configs: readonly TokenConfig[];
  readonly token: string;
  readonly onToken: (token: string) => void;
  readonly onSend: (token: string) => Promise<void>;
}

/** A token: pasted, or signed here with any header and payload, right or wrong. */
export function TokenMaker({ configs, token, onToken, onSend }: TokenMakerProps) {
  const { admin, account } = useSession();
  const known = configs.filter(({ id }) => getSigningKeys()[id]);
  const [keyId, setKeyId] = useState(known.at(-1)?.id ?? 'pasted');
  const [pasted, setPasted] = useState('');
  const [isBroken, setBroken] = useState(false);
  const [signed, setSigned] = useState({ token: '', form: '' });
  const key = getSigningKeys()[keyId];
  const [header, setHeader] = useState(() => toJson(headerOf(key)));
  const [payload, setPayload] = useState(() => toJson({ sub: 'ada' }));
  const setClaims = (change: object) => setPayload((text) => toJson({ ...orEmpty(text), ...change }));
  const setMembers = (change: object) => setHeader((text) => toJson({ ...orEmpty(text), ...change }));
  /** The clock of the account, in seconds. */
  const getNow = async () => {
    const { now } = await admin<{ readonly now: string }>(`clock?account_id=${account.id}`);
    return Math.floor(Date.parse(now) / 1000);
  };
  const expire = async (seconds: number) => setClaims({ exp: (await getNow()) + seconds });
  // A first token that is valid.
  useEffect(() => {
    expire(300).catch(() => {});
  }, []);
  const repair = () => {
    const { exp: _, nbf: __, ...claims } = orEmpty(payload);
    setPayload(toJson(claims));
    setHeader(toJson(headerOf(getKey(keyId, pasted))));
    setBroken(false);
    return expire(300);
  };
  /** What the form makes of a token; another text means another token. */
  const form = JSON.stringify([keyId, keyId === 'pasted' && pasted, header, payload, isBroken]);
  const make = async () => {
    const isUnsigned = orEmpty(header)['alg'] === 'none';
    const made = isUnsigned
      ? unsignedToken(header, payload)
      : await signToken(header, payload, needKey(keyId, pasted));
    const token = isBroken ? withBrokenSignature(made) : made;
    onToken(token);
    setSigned({ token, form });
    return token;
  };
  const read = readToken(token.trim());
  const isOther = token.trim() !== '' && (token.trim() !== signed.token || form !== signed.form);
  return (
    <>
      <Field label="Token" hint="Paste one, or sign one below. Empty sends none.">
        <textarea spellcheck={false} value={token} onInput={(event) => onToken(event.currentTarget.value)} />
      </Field>
      <div class="bar">
        <Action tone="primary" action={() => onSend(token.trim())}>
          Send
        </Action>
        {read && (read.header !== header || read.payload !== payload) && (
          <button
            type="button"
            class="button"
            onClick={() => {
              setHeader(read.header);
              setPayload(read.payload);
            }}
          >
            Edit this token
          </button>
        )}
      </div>
      {isOther && (
        <p class="note accent" role="status">
          Send uses this token, which is not that of the form below. Sign and send makes that one.
        </p>
      )}
      <details class="maker" open>
        <summary>Sign a token</summary>
        <div class="maker-body">
          <Field label="Key">
            <select
              value={keyId}
              onChange={(event) => {
                const chosen = event.currentTarget.value;
                setKeyId(chosen);
                setMembers(headerOf(getKey(chosen, pasted)));
              }}
            >
              {known.map(({ id, title }) => (
                <option key={id} value={id}>
                  {visible(title)}: the key of this browser
                </option>
              ))}
              <option value="pasted">A private JWK</option>
            </select>
          </Field>
          {keyId === 'pasted' && (
            <Field label="Private JWK" hint="It stays in this page.">
              <textarea
                spellcheck={false}
                value={pasted}
                onInput={(event) => {
                  setPasted(event.currentTarget.value);
                  const found = getKey('pasted', event.currentTarget.value);
                  if (found) setMembers(headerOf(found));
                }}
              />
            </Field>
          )}
          <div class="halves">
            <Field label="Header">
              <textarea
                spellcheck={false}
                value={header}
                onInput={(event) => setHeader(event.currentTarget.value)}
              />
            </Field>
            <Field label="Payload">
              <textarea
                spellcheck={false}
                value={payload}
                onInput={(event) => setPayload(event.currentTarget.value)}
              />
            </Field>
          </div>
          <div class="bar">
            <span class="muted">Expires</span>
            <Action action={() => expire(300)}>in 5 minutes</Action>
            <Action action={() => expire(86_400)}>in a day</Action>
          </div>
          <div class="bar">
            <span class="muted">Break it</span>
            <button type="button" class="button" aria-pressed={isBroken} onClick={() => setBroken(!isBroken)}>
              Signature
            </button>
            <Action action={() => expire(-60)}>Expired</Action>
            <Action action={async () => setClaims({ nbf: (await getNow()) + 3_600 })}>Not yet valid</Action>
            <Action action={async () => setMembers({ kid: 'unknown' })}>Wrong kid</Action>
            <Action action={async () => setMembers({ alg: 'none' })}>alg none</Action>
            <Action action={repair}>Repair</Action>
          </div>
          <div class="bar">
            <Action action={make}>Sign</Action>
            <Action tone="primary" action={async () => onSend(await make())}>
              Sign and send
            </Action>
          </div>
        </div>
      </details>
    </>
  );
}

const toJson = (value: object) => JSON.stringify(value, null, 2);

/** The members that a header needs for a key. */
function headerOf(key: PrivateJwk | undefined): object {
  if (!key) return { alg: 'ES256', typ: 'JWT' };
  return { alg: algOf(key), typ: 'JWT', ...(key.kid !== undefined && { kid: key.kid }) };
}

/** The members of a JSON object; none for other text, which a reader may be typing. */
function orEmpty(text: string): Record<string, unknown> {
  try {
    return readObject(text, 'The text');
  } catch {
    return {};
  }
}

/** The chosen key, if it can be read. */
function getKey(id: string, pasted: string): PrivateJwk | undefined {
  try {
    return needKey(id, pasted);
  } catch {
    return undefined;
  }
}

/** @throws TokenError */
function needKey(id: string, pasted: string): PrivateJwk {
  const own = getSigningKeys()[id];
  if (own) return own;
  const key = readPrivateJwk(pasted);
  algOf(key);
  return key;
}
