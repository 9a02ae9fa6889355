import { under } from './stance.ts';

const { choice, status } = under(14, 'The example');

/** What is open about the code-interpreter example; what its Worker answers is its own, so none of it is a switch. */
export const codeInterpreterStances = {
  'code-interpreter.body': choice(['text', 'JSON'], {
    question: 'What is the answer to a prompt: the text alone, or JSON?',
    mock: 'text',
    basis: 'seed',
  }),
  'code-interpreter.no-input.status': status({
    question: 'Which status has a body without `input`?',
    mock: 400,
    basis: 'documented',
  }),
  'code-interpreter.malformed.status': status({
    question: 'Which status has a body that is no JSON?',
    mock: 500,
    basis: 'documented',
  }),
  'code-interpreter.other-path.status': status({
    question: 'Which status has a path other than /run?',
    mock: 404,
    basis: 'documented',
  }),
};
