import type { dlpProfiles } from '../../../../spec/services/ai-gateway/guardrails.ts';

type Entry = (typeof dlpProfiles)[keyof typeof dlpProfiles][number];

/** Whether a text holds what an entry of a profile looks for. */
const finders: Readonly<Record<Entry, (text: string) => boolean>> = {
  'card-number': (text) =>
    [...text.matchAll(/(?<![\d-])\d(?:[ -]?\d){12,18}(?![\d-])/g)].some(([found]) => isCardNumber(found)),
  'us-social-security-number': (text) =>
    /(?<![\d-])(?!000|666|9)\d{3}-(?!00)\d{2}-(?!0000)\d{4}(?![\d-])/.test(text),
  'aws-access-key': (text) => /(?<![A-Z0-9])AKIA[A-Z0-9]{16}(?![A-Z0-9])/.test(text),
  'private-key': (text) => /-----BEGIN (?:[A-Z]+ )?PRIVATE KEY-----/.test(text),
};

/**
 * The entries of a profile of which something stands in a text.
 *
 * @example
 * entriesFound(['card-number'], 'Pay with 4242 4242 4242 4242.') // ['card-number']
 */
export function entriesFound(entries: readonly Entry[], text: string): Entry[] {
  return entries.filter((entry) => finders[entry](text));
}

/** ISO/IEC 7812-1, annex B: the check digit of card numbers. */
function isCardNumber(text: string): boolean {
  const digits = [...text.replace(/\D/g, '')].map(Number).reverse();
  const sum = digits.reduce((total, digit, index) => {
    const counted = index % 2 === 0 ? digit : digit * 2;
    return total + (counted > 9 ? counted - 9 : counted);
  }, 0);
  return sum % 10 === 0;
}
