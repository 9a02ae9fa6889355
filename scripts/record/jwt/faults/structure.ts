import { compact, type Fault, soundToken } from '../draft.ts';

/** A fault that rearranges the parts of a sound token. */
function ofParts(change: (header: string, payload: string, signature: string) => string): Fault {
  return (draft) => {
    const [header = '', payload = '', signature = ''] = soundToken(draft).split('.');
    return change(header, payload, signature);
  };
}

/** Tokens that are not three parts. */
export const structure = {
  'header-missing': ofParts((_, payload, signature) => `.${payload}.${signature}`),
  'payload-missing': ({ header, sign }) => compact(header, '', sign(`${header}.`)),
  'header-only': ofParts((header) => header),
  'signature-only': ofParts((_header, _payload, signature) => signature),
  'part-added': ofParts((header, payload, signature) => `${header}.${payload}.${signature}.${signature}`),
  'dot-before': ofParts((header, payload, signature) => `.${header}.${payload}.${signature}`),
  'dot-behind': ofParts((header, payload, signature) => `${header}.${payload}.${signature}.`),
  'dot-doubled': ofParts((header, payload, signature) => `${header}..${payload}.${signature}`),
  'dots-only': () => '..',
  'no-dots': ofParts((header, payload, signature) => header + payload + signature),
  'commas-for-dots': ofParts((header, payload, signature) => `${header},${payload},${signature}`),
  'header-and-payload-swapped': ({ header, payload, sign }) =>
    compact(payload, header, sign(`${payload}.${header}`)),
  'signature-first': ofParts((header, payload, signature) => `${signature}.${header}.${payload}`),
  'token-twice': (draft) => `${soundToken(draft)}.${soundToken(draft)}`,
  'token-twice-with-comma': (draft) => `${soundToken(draft)},${soundToken(draft)}`,
  'token-in-quotes': (draft) => `"${soundToken(draft)}"`,
  'token-in-angle-brackets': (draft) => `<${soundToken(draft)}>`,
  'token-with-semicolon': (draft) => `${soundToken(draft)};`,
  'token-encoded-again': (draft) => Buffer.from(soundToken(draft)).toString('base64url'),
  'nested-token': (draft) => {
    const inner = Buffer.from(soundToken(draft)).toString('base64url');
    return compact(draft.header, inner, draft.sign(`${draft.header}.${inner}`));
  },
} as const satisfies Record<string, Fault>;
