import { under } from './stance.ts';

const { choice, status } = under(14, 'The example');

/** Open questions about the code-interpreter example; its Worker decides the answers, so none is a switch. */
export const codeInterpreterStances = {
  'code-interpreter.body': choice(['text', 'JSON'], {
    question: 'What is the answer to a prompt: only the text, or JSON?',
    mock: 'text',
    basis: 'seed',
  }),
  'code-interpreter.no-input.status': status({
    question: 'Which status does a body without `input` get?',
    mock: 400,
    basis: 'documented',
  }),
  'code-interpreter.malformed.status': status({
    question: 'Which status does a body that is not JSON get?',
    mock: 500,
    basis: 'documented',
  }),
  'code-interpreter.other-path.status': status({
    question: 'Which status does a path other than /run get?',
    mock: 404,
    basis: 'documented',
  }),
};
