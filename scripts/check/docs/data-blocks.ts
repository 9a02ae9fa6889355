import { type ParseError, parse as parseJsonc, printParseErrorCode } from 'jsonc-parser';
import { parseAllDocuments } from 'yaml';
import { seedSchema } from '../../../spec/seed-file/seed-schema.ts';
import { requestLogLineSchema } from '../../../spec/services/touchstone/request-log-line.ts';
import { checkStances } from '../../../spec/stances/check-stances.ts';
import { parseBaseline } from '../../../suites/harness/baseline.ts';
import { targetFileSchema } from '../../../suites/harness/target.ts';
import { serveOptionsSchema } from '../../serve/options.ts';
import { type CodeBlock, isLeftOut } from './code-blocks.ts';

const languages = ['json', 'jsonc', 'yaml', 'yml'];

/** Whether a block is parseable data; outputs of commands are compared instead. */
export const isData = (block: CodeBlock): boolean =>
  languages.includes(block.language) && !block.isOutput && !isLeftOut(block);

/** Validators by the value of `schema=`. @throws Error of the schema */
const schemas: Readonly<Record<string, (value: unknown, text: string) => void>> = {
  // A target file may leave its secret to the environment.
  target: (value) => targetFileSchema.parse({ api_token: 'secret', ...Object(value) }),
  baseline: (_, text) => parseBaseline(text, 'a page'),
  stances: (value) => void checkStances(value),
  'request-log': (value) => requestLogLineSchema.parse(value),
  seed: (value) => seedSchema.parse(value),
  'serve-options': (value) => serveOptionsSchema.parse(value),
};

/**
 * Parses a block of data.
 *
 * @throws Error if it can't be parsed or does not match its schema
 */
export function checkData({ language, marks, text }: CodeBlock): void {
  const value = language.startsWith('y') ? readYaml(text) : readJson(text, language);
  const name = marks.get('schema');
  if (name === undefined) return;
  const check = Object.hasOwn(schemas, name) ? schemas[name] : undefined;
  if (!check)
    throw new Error(`The schema ${name} does not exist: known are ${Object.keys(schemas).join(', ')}`);
  check(value, text);
}

function readJson(text: string, language: string): unknown {
  if (language === 'json') return JSON.parse(text);
  const errors: ParseError[] = [];
  const value: unknown = parseJsonc(text, errors, { allowTrailingComma: true });
  const [first] = errors;
  if (first) throw new Error(`${printParseErrorCode(first.error)} at ${first.offset}`);
  return value;
}

function readYaml(text: string): unknown {
  const documents = parseAllDocuments(text);
  for (const { errors } of documents) if (errors[0]) throw errors[0];
  return documents[0]?.toJS();
}
