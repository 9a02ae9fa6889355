import { compact, type Draft, type Fault, soundToken } from '../draft.ts';

const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';

type Rewrite = (part: string) => string;

/** Padding, as base64 in general has it. */
const padded: Rewrite = (part) => part.padEnd(Math.ceil(part.length / 4) * 4, '=');

/** Another last character that stands for the same bytes, when the part does not end on a full group. */
const strayBits: Rewrite = (part) => {
  if (part.length % 4 === 0) return part;
  return part.slice(0, -1) + ALPHABET[ALPHABET.indexOf(part.slice(-1)) + 1];
};

const standardAlphabet: Rewrite = (part) => part.replaceAll('-', '+').replaceAll('_', '/');

const insert =
  (text: string): Rewrite =>
  (part) =>
    part.slice(0, 12) + text + part.slice(12);

/** The text that is sent is the text that is signed, so only its encoding is at fault. */
function beforeSigning(which: 'header' | 'payload', rewrite: Rewrite): Fault {
  return (draft: Draft) => {
    const header = which === 'header' ? rewrite(draft.header) : draft.header;
    const payload = which === 'payload' ? rewrite(draft.payload) : draft.payload;
    return compact(header, payload, draft.sign(`${header}.${payload}`));
  };
}

function ofSignature(rewrite: Rewrite): Fault {
  return (draft) => {
    const token = soundToken(draft);
    const start = token.lastIndexOf('.') + 1;
    return token.slice(0, start) + rewrite(token.slice(start));
  };
}

/** Parts that lenient decoders read as if they were canonical base64url. */
export const encoding = {
  'header-padded': beforeSigning('header', padded),
  'header-stray-bits': beforeSigning('header', strayBits),
  'header-standard-alphabet': beforeSigning('header', standardAlphabet),
  'header-with-space': beforeSigning('header', insert(' ')),
  'payload-padded': beforeSigning('payload', padded),
  'payload-stray-bits': beforeSigning('payload', strayBits),
  'payload-standard-alphabet': beforeSigning('payload', standardAlphabet),
  'payload-with-space': beforeSigning('payload', insert(' ')),
  'signature-padded': ofSignature(padded),
  'signature-stray-bits': ofSignature(strayBits),
  'signature-standard-alphabet': ofSignature(standardAlphabet),
  'signature-with-space': ofSignature(insert(' ')),
  'signature-with-tab': ofSignature(insert('\t')),
  'signature-with-equals-inside': ofSignature(insert('=')),
  'signature-with-tilde': ofSignature(insert('~')),
  'signature-with-letter-outside-ascii': ofSignature(insert('é')),
  'signature-percent-encoded': ofSignature((part) => part.replaceAll('-', '%2D').replaceAll('_', '%5F')),
  'signature-with-lone-character': ofSignature((part) => `${part}${'A'.repeat((5 - (part.length % 4)) % 4)}`),
  'signature-of-many-pads': ofSignature((part) => `${part}====`),
  'signature-in-lower-case': ofSignature((part) => part.toLowerCase()),
} as const satisfies Record<string, Fault>;
