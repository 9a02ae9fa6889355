import type {
  DocumentedAnswer,
  DocumentOperation,
  Located,
  MediaType,
  OpenApiDocument,
} from '../../../mock/engines/openapi/document.ts';
import { isObject, type JsonValue } from '../../../mock/engines/openapi/json.ts';
import { isJsonType } from '../../../mock/engines/openapi/resources/envelope.ts';
import type { Reply } from '../../../spec/client.ts';
import type { TestedDocument } from './trial.ts';

/** Something of an answer that is not as the document says. */
export interface AnswerProblem {
  /** Whether a member is missing that the document requires. */
  readonly isMissing: boolean;
  /** What comes after the name of the operation in a sentence. */
  readonly problem: string;
}

/** Judges an answer by what the document says about its status. A refusal that the document does not mention is fine. */
export function judgeAnswer(
  { document, schemas }: Pick<TestedDocument, 'document' | 'schemas'>,
  { answers }: DocumentOperation,
  { status, headers, text, body }: Reply,
): readonly AnswerProblem[] {
  const wrong = (problem: string): AnswerProblem[] => [{ isMissing: false, problem }];
  const answer = findAnswer(answers, status);
  if (!answer) {
    if (status >= 400) return [];
    return wrong(`answers with status ${status}, not ${answers.map((one) => one.status).join(' or ')}`);
  }
  if (answer.content.length === 0 || status === 204 || status === 304) return [];
  const type = (headers.get('content-type')?.split(';')[0] ?? '').trim().toLowerCase();
  const media = findMedia(answer.content, type);
  if (!media) {
    const types = answer.content.map((one) => one.type).join(' or ');
    return wrong(`answers status ${status} with ${type === '' ? 'no media type' : type}, not ${types}`);
  }
  if (!media.schema || !isJsonType(type)) return [];
  if (body === undefined)
    return wrong(`answers status ${status} with text that is no JSON: ${text.slice(0, 80)}`);
  const judged =
    status < 400
      ? [media.schema]
      : getRefusal(document, answers, media.schema).filter((schema) => !saysSuccess(schemas, schema));
  const problems = judged.flatMap((schema) => schemas.judge(schema, body, 'response'));
  // Several schemas of a `oneOf` may fit what they don't tell apart: the document's flaw, not the target's.
  return problems
    .filter(({ keyword }) => keyword !== 'oneOf')
    .map(({ pointer, problem, keyword }) => ({
      isMissing: keyword === 'required',
      problem: `answers status ${status}, in which ${pointer === '' ? 'the body' : pointer} ${problem}`,
    }));
}

function findAnswer(answers: readonly DocumentedAnswer[], status: number): DocumentedAnswer | undefined {
  const wanted = [String(status), `${Math.floor(status / 100)}XX`, 'DEFAULT'];
  return wanted
    .map((one) => answers.find((answer) => answer.status === one))
    .find((one) => one !== undefined);
}

function findMedia(content: readonly MediaType[], type: string): MediaType | undefined {
  const isRange = (range: string) =>
    range === '*/*' || (range.endsWith('/*') && type.startsWith(range.slice(0, -1)));
  // Some documents write other words than media types, which say nothing.
  const isWord = (word: string) => !word.includes('/');
  return (
    content.find((one) => one.type === type) ?? content.find((one) => isRange(one.type) || isWord(one.type))
  );
}

/** Whether a schema of a refusal says that all went well: then it is the document that is wrong. */
const saysSuccess = (schemas: TestedDocument['schemas'], schema: Located): boolean =>
  ['success', 'ok'].some((name) =>
    schemas.judge(schema, { [name]: false }, 'response').some(({ pointer }) => pointer === `/${name}`),
  );

/**
 * The schemas of a refusal. Some documents write it as a success, or as a success that is also a refusal, which would
 * require a record in it; the part of the success is left out.
 */
function getRefusal(
  { resolve }: OpenApiDocument,
  answers: readonly DocumentedAnswer[],
  schema: Located,
): readonly Located[] {
  const successes = answers
    .filter(({ status }) => status.startsWith('2'))
    .flatMap(({ content }) => content.map((one) => JSON.stringify(one.schema?.node)));
  if (successes.includes(JSON.stringify(schema.node))) return [];
  const { allOf } = schema.node;
  if (!Array.isArray(allOf)) return [schema];
  const parts = (allOf as readonly JsonValue[]).flatMap((part, index) => {
    const located = isObject(part) ? resolve(part, `${schema.pointer}/allOf/${index}`) : undefined;
    return located ? [located] : [];
  });
  const others = parts.filter(({ node }) => !successes.includes(JSON.stringify(node)));
  return others.length > 0 && others.length < parts.length ? others : [schema];
}
