import { InvalidArgumentError } from 'commander';
import { lastOffset } from '../mock/serve/ports.ts';

/** Reads an option whose value is a whole number. */
export const wholeNumber = (text: string) => {
  if (!/^\d+$/.test(text)) throw new InvalidArgumentError('It must be a whole number.');
  return Number(text);
};

/** Reads an option whose value is the first port of several planes. */
export const portNumber = (text: string) => {
  const port = wholeNumber(text);
  if (port > 65_535 - lastOffset)
    throw new InvalidArgumentError(
      `It must be at most ${65_535 - lastOffset}: the server also takes the ports after it.`,
    );
  return port;
};

/** Reads an option whose value is a number above 0. */
export const positiveNumber = (text: string) => {
  const number = Number(text);
  if (!(number > 0 && Number.isFinite(number)))
    throw new InvalidArgumentError('It must be a number above 0.');
  return number;
};

/** Makes the reader of an option whose value is one of a few words. */
export const oneOf = (words: readonly string[]) => (text: string) => {
  if (words.includes(text)) return text;
  const list = new Intl.ListFormat('en-GB', { type: 'disjunction' }).format(words.map((word) => `'${word}'`));
  throw new InvalidArgumentError(`It must be ${list}.`);
};
