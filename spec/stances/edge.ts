import { under } from './stance.ts';

const { choice, status, yesOrNo } = under(3, 'The edge');

/** What is open about zone traffic. */
export const edgeStances = {
  'edge.blocked.status': status({
    question: 'Which status has a request that a token validation rule blocks?',
    mock: 403,
    switch: 'behaviour',
  }),
  'edge.blocked.body': choice(['HTML', 'JSON', 'text', 'empty'], {
    question: 'What is the body of a request that a token validation rule blocks?',
    mock: 'HTML',
  }),
  'edge.unknown-host.status': status({
    question: 'Which status has a request for a host of no zone?',
    mock: 421,
    switch: 'behaviour',
  }),
  'edge.header-lines': choice(['apart', 'joined'], {
    question: 'Are the lines of a header that is sent twice values of their own, or one that is joined?',
    mock: 'apart',
    switch: 'behaviour',
  }),
  'edge.bearer.any-case': yesOrNo({
    question: 'Is what stands behind `bearer`, in lower case, a token?',
    mock: false,
    switch: 'behaviour',
  }),
  'edge.token.any-text': yesOrNo({
    question: 'Does `is_jwt_present` hold for a text that does not look like a JWT, such as `hello`?',
    mock: false,
  }),
};
