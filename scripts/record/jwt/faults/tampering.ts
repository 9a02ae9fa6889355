import { compact, type Draft, encodePart, type Fault } from '../draft.ts';

/** A fault that signs one token and sends the signature with other parts. */
function afterSigning(change: (draft: Draft) => { header?: string; payload?: string }): Fault {
  return (draft) => {
    const { header = draft.header, payload = draft.payload } = change(draft);
    return compact(header, payload, draft.sign(`${draft.header}.${draft.payload}`));
  };
}

/** A fault that changes the bytes of a signature. */
function ofSignature(change: (signature: Buffer) => Uint8Array): Fault {
  return ({ header, payload, sign }) => compact(header, payload, change(sign(`${header}.${payload}`)));
}

/** A fault that signs something else than what is sent. */
function ofInput(input: (draft: Draft) => string): Fault {
  return (draft) => compact(draft.header, draft.payload, draft.sign(input(draft)));
}

function claims({ recipe }: Draft): Record<string, unknown> {
  if (typeof recipe.payload === 'string') throw new TypeError('This fault needs claims, not text');
  return recipe.payload;
}

function parameters({ recipe }: Draft): Record<string, unknown> {
  if (typeof recipe.header === 'string') throw new TypeError('This fault needs a header, not text');
  return recipe.header;
}

const json = (value: Record<string, unknown>) => encodePart(JSON.stringify(value));
const reversed = (value: Record<string, unknown>) => Object.fromEntries(Object.entries(value).reverse());
const flip = (at: number) => (signature: Buffer) =>
  signature.map((byte, index) => (index === (at < 0 ? signature.length + at : at) ? byte ^ 1 : byte));

/** Changes to a token after it was signed, and signatures over something else. */
export const tampering = {
  'claim-changed': afterSigning((draft) => ({ payload: json({ ...claims(draft), sub: 'admin' }) })),
  'claim-added': afterSigning((draft) => ({ payload: json({ ...claims(draft), admin: true }) })),
  'claim-removed': afterSigning((draft) => ({
    payload: json(Object.fromEntries(Object.entries(claims(draft)).slice(1))),
  })),
  'claims-reordered': afterSigning((draft) => ({ payload: json(reversed(claims(draft))) })),
  'payload-respaced': afterSigning((draft) => ({
    payload: encodePart(JSON.stringify(claims(draft), null, 1)),
  })),
  'header-parameter-added': afterSigning((draft) => ({ header: json({ ...parameters(draft), typ: 'JWT' }) })),
  'header-reordered': afterSigning((draft) => ({ header: json(reversed(parameters(draft))) })),
  'header-respaced': afterSigning((draft) => ({
    header: encodePart(JSON.stringify(parameters(draft), null, 1)),
  })),
  'signature-first-bit': ofSignature(flip(0)),
  'signature-middle-bit': ofSignature((signature) => flip(signature.length >> 1)(signature)),
  'signature-last-bit': ofSignature(flip(-1)),
  'signature-truncated': ofSignature((signature) => signature.subarray(0, -1)),
  'signature-first-half': ofSignature((signature) => signature.subarray(0, signature.length / 2)),
  'signature-extended': ofSignature((signature) => Buffer.concat([signature, Buffer.from([0])])),
  'signature-after-zero': ofSignature((signature) => Buffer.concat([Buffer.from([0]), signature])),
  'signature-twice': ofSignature((signature) => Buffer.concat([signature, signature])),
  'signature-reversed': ofSignature((signature) => Buffer.from(signature).reverse()),
  'signature-zero': ofSignature((signature) => Buffer.alloc(signature.length)),
  'signature-one-byte': ofSignature(() => Buffer.from([0])),
  'r-zero': ofSignature((signature) => Buffer.from(signature).fill(0, 0, signature.length / 2)),
  's-zero': ofSignature((signature) => Buffer.from(signature).fill(0, signature.length / 2)),
  'halves-swapped': ofSignature((signature) =>
    Buffer.concat([signature.subarray(signature.length / 2), signature.subarray(0, signature.length / 2)]),
  ),
  'signature-of-header': ofInput(({ header }) => header),
  'signature-of-payload': ofInput(({ payload }) => payload),
  'signature-of-decoded-parts': ofInput(({ header, payload }) =>
    [header, payload].map((part) => Buffer.from(part, 'base64url').toString()).join('.'),
  ),
  'signature-of-parts-without-dot': ofInput(({ header, payload }) => header + payload),
  'signature-of-other-claims': ofInput(
    (draft) => `${draft.header}.${json({ ...claims(draft), sub: 'user-2' })}`,
  ),
  'signature-empty': ({ header, payload }) => `${header}.${payload}.`,
  'signature-missing': ({ header, payload }) => `${header}.${payload}`,
} as const satisfies Record<string, Fault>;
