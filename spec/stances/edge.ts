import { under } from './stance.ts';

const { choice, status, yesOrNo } = under(3, 'The edge');

/** Open questions about zone traffic. */
export const edgeStances = {
  'edge.blocked.status': status({
    question: 'Which status does a request get that a token validation rule blocks?',
    mock: 403,
    switch: 'behaviour',
  }),
  'edge.blocked.body': choice(['HTML', 'JSON', 'text', 'empty'], {
    question: 'Which body does a request get that a token validation rule blocks?',
    mock: 'HTML',
  }),
  'edge.unknown-host.status': status({
    question: 'Which status does a request for a host outside every zone get?',
    mock: 421,
    switch: 'behaviour',
  }),
  'edge.header-lines': choice(['apart', 'joined'], {
    question: 'Are the lines of a repeated header separate values, or joined into one?',
    mock: 'apart',
    switch: 'behaviour',
  }),
  'edge.bearer.any-case': yesOrNo({
    question: 'Is the value after `bearer` in lower case a token?',
    mock: false,
    switch: 'behaviour',
  }),
  'edge.token.any-text': yesOrNo({
    question: 'Is `is_jwt_present` true for a value that does not look like a JWT, such as `hello`?',
    mock: false,
  }),
};
