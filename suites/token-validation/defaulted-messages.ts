import type { Reply } from '../../spec/client.ts';
import { array, equal, isObject, object } from '../harness/assertions.ts';

/** Code of the message about a defaulted algorithm: seed token-validation, JSON Web Key. */
export const defaultedCode = 110003;

/** A key in a request without an algorithm, which the service fills in. */
export interface Defaulted {
  /** Its index in the request. */
  readonly index: number;
  readonly kid: string;
  readonly alg: string;
}

/** The entries of `messages` about a defaulted algorithm, by their code or text. */
export function defaultedEntries({ body }: Reply): Readonly<Record<string, unknown>>[] {
  const messages = array(isObject(body) ? body['messages'] : undefined, 'messages');
  return messages
    .map((entry) => object(entry, 'an entry of messages'))
    .filter(({ code, message }) => code === defaultedCode || /defaulted to/i.test(String(message)));
}

/** Fails unless the messages contain exactly one entry per defaulted algorithm, each with the code. */
export function oneEntryEach(reply: Reply, expected: readonly Defaulted[]): void {
  const entries = defaultedEntries(reply);
  equal(
    entries.map(({ code }) => code),
    expected.map(() => defaultedCode),
    'the codes of the messages about defaulted algorithms',
  );
  for (const { index, kid, alg } of expected) {
    const parts = [`keys[${index}]`, alg, kid];
    const about = entries.filter(({ message }) => parts.every((part) => String(message).includes(part)));
    equal(about.length, 1, `the number of messages that name ${parts.join(', ')}`);
  }
}

/** The exact text of the message: Cloudflare docs, Configure JWT validation via the API. */
export const defaultedText = ({ index, kid, alg }: Defaulted): string =>
  `keys[${index}].alg was omitted and defaulted to "${alg}" (kid "${kid}")`;
