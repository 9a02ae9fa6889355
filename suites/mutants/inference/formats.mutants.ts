import { defineMutants } from '../mutant.ts';

const find = 'mock/services/inference/run/find-runnable.ts';
const handlers = 'mock/services/inference/run/format-handlers.ts';

const speaks = '!speaks(model, format) || model.realtime';
const unspoken = '!speaks(model, format)';
const shape = 'The requirement is the shape of the answer.';

const wholeResponse =
  'responsesRun(runnable, { input: call.body, account: account.id }, bare, partsFor(account, parts))';
const wholeMessage = 'messagesRun(runnable, call.body, bare, partsFor(account, parts))';

/** Responses and messages. */
export const formatMutants = defineMutants([
  {
    id: 'makes-responses-of-hosted-models-alone',
    requirement: 'INF-RESP-1',
    does: 'It refuses the responses format to models of third parties.',
    file: find,
    replace: speaks,
    by: `${speaks} || (format === 'responses' && !id.startsWith('@cf/'))`,
    first: 'by a model of a third party',
  },
  {
    id: 'makes-responses-of-third-parties-alone',
    requirement: 'INF-RESP-2',
    does: 'It refuses the responses format to hosted models.',
    file: find,
    replace: speaks,
    by: `${speaks} || (format === 'responses' && id.startsWith('@cf/'))`,
  },
  {
    id: 'makes-responses-of-any-model',
    requirement: 'INF-RESP-3',
    does: 'It answers in the responses format for a hosted model that lacks it.',
    file: find,
    replace: unspoken,
    by: "(format !== 'responses' && !speaks(model, format))",
  },
  {
    id: 'answers-the-items-of-responses-as-text',
    requirement: 'INF-RESP-4',
    does: 'It answers the items of a response as a text that holds JSON.',
    unfit: shape,
    file: handlers,
    replace: wholeResponse,
    by: wholeResponse.replace(
      'bare',
      '(answer) => JSON.stringify({ ...Object(answer), output: JSON.stringify(Object(answer).output) })',
    ),
    first: 'answers in the responses format',
  },
  {
    id: 'writes-messages-of-no-third-party',
    requirement: 'INF-MSG-1',
    does: 'It refuses the messages format to models of third parties.',
    file: find,
    replace: speaks,
    by: `${speaks} || (format === 'messages' && !id.startsWith('@cf/'))`,
    first: 'by a model of a third party',
  },
  {
    id: 'writes-messages-of-hosted-models',
    requirement: 'INF-MSG-2',
    does: 'It answers in the messages format for a hosted model.',
    file: find,
    replace: unspoken,
    by: "(format !== 'messages' && !speaks(model, format))",
  },
  {
    id: 'writes-messages-without-blocks',
    requirement: 'INF-MSG-3',
    does: 'It answers the text of a message in place of its blocks.',
    unfit: shape,
    file: handlers,
    replace: wholeMessage,
    by: wholeMessage.replace(
      'bare',
      '(answer) => JSON.stringify({ ...Object(answer), content: Object(answer).content[0].text })',
    ),
    first: 'answers in the messages format',
  },
]);
