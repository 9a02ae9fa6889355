import { under } from './stance.ts';

const requests = under(9, 'Requests');
const answers = under(9, 'Answers');
const failures = under(9, 'Failures');

/** Open questions about browser rendering. */
export const browserRenderingStances = {
  'browser-rendering.url-and-html.status': requests.status({
    question: 'Which status does a request with both `url` and `html` get?',
    mock: 400,
    switch: { refusal: 'render-invalid', member: 'status' },
  }),
  'browser-rendering.url-and-html.code': failures.code({
    question: 'Which error code does a request with both `url` and `html` get?',
    mock: 6400,
    switch: { refusal: 'render-invalid', member: 'code' },
  }),
  'browser-rendering.refusal.members': failures.choice(['success and errors', 'envelope'], {
    question: 'What is the body of a refused request: only `success` and `errors`, or the whole envelope?',
    mock: 'success and errors',
    basis: 'observed',
  }),
  'browser-rendering.unknown-member.refused': requests.yesOrNo({
    question: 'Is a request with an undocumented member refused?',
    mock: false,
  }),
  'browser-rendering.viewport': requests.choice(['1920x1080', '1280x720', '800x600'], {
    question: 'How large is the viewport by default?',
    mock: '1920x1080',
    basis: 'documented',
    switch: 'behaviour',
  }),
  'browser-rendering.base64.body': answers.choice(['text', 'JSON'], {
    question: 'What is the answer with a picture as Base64: only the text, or JSON?',
    mock: 'text',
  }),
  'browser-rendering.links.repeated': answers.yesOrNo({
    question: 'Is a link that occurs twice on a page listed twice?',
    mock: true,
    switch: 'behaviour',
  }),
  'browser-rendering.links.other-port': answers.choice(['internal', 'external'], {
    question: 'Is a link to another port of the same host internal or external?',
    mock: 'internal',
    switch: 'behaviour',
  }),
};
