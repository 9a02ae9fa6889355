import { under } from './stance.ts';

const runs = under(7, 'Runs');
const background = under(7, 'Background runs');

/** Open questions about runs of models. */
export const inferenceStances = {
  'inference.no-gateway.status': runs.status({
    question: 'Which status does a run of a hosted model without cf-aig-gateway-id get?',
    mock: 400,
    switch: { refusal: 'gateway-id-missing', member: 'status' },
  }),
  'inference.no-gateway.code': runs.code({
    question: 'Which error code does a run of a hosted model without cf-aig-gateway-id get?',
    mock: 2202,
    switch: { refusal: 'gateway-id-missing', member: 'code' },
  }),
  'inference.hosted-model-unknown.status': runs.status({
    question: 'Which status does a run of an unknown hosted model get?',
    mock: 400,
    basis: 'documented',
    switch: { refusal: 'model-unknown', member: 'status' },
  }),
  'inference.third-party-model-unknown.status': runs.status({
    question: 'Which status does a run of an unknown third-party model get?',
    mock: 404,
    basis: 'observed',
    switch: { refusal: 'third-party-model-unknown', member: 'status' },
  }),
  'inference.bad-input.code': runs.code({
    question: 'Which error code does an invalid input of a hosted model get?',
    mock: 5006,
    basis: 'observed',
    switch: { refusal: 'model-input-invalid', member: 'code' },
  }),
  'inference.unknown-option.refused': runs.yesOrNo({
    question: 'Is a run with an undocumented member in `options` refused?',
    mock: true,
  }),
  'inference.chat-refusal.members': runs.choice(['error', 'errors', 'both'], {
    question: 'Which members does the body of a refused chat completion have: `error`, `errors`, or both?',
    mock: 'both',
  }),
  'inference.max-tokens': runs.count({
    question: 'How many tokens does a hosted model generate at most by default?',
    mock: 256,
    basis: 'documented',
  }),
  'inference.third-party-result': runs.choice(['around', 'alone'], {
    question:
      'Does the result of a third-party model on POST /ai/run have members around its output, such as `state`, or is it only the output?',
    mock: 'around',
    basis: 'observed',
    switch: 'behaviour',
  }),
  'inference.stream.end': runs.choice(['[DONE]', 'nothing'], {
    question: 'What ends a stream of /ai/run: the event [DONE], or only the end of the response?',
    mock: '[DONE]',
    basis: 'documented',
    switch: 'behaviour',
  }),
  'inference.stream.usage': runs.yesOrNo({
    question: 'Does the last frame of a stream of /ai/run have the usage?',
    mock: true,
    basis: 'documented',
    switch: 'behaviour',
  }),
  'inference.background.status': background.status({
    question: 'Which status does the acceptance of a background run return?',
    mock: 202,
    switch: 'behaviour',
  }),
  'inference.background.first-state': background.choice(['Queued', 'Running'], {
    question: 'What is the state of a background run at its acceptance?',
    mock: 'Queued',
    switch: 'behaviour',
  }),
  'inference.background.unknown.status': background.status({
    question: 'Which status does an unknown background run get?',
    mock: 404,
    switch: { refusal: 'background-run-unknown', member: 'status' },
  }),
  'inference.background.private-webhook.status': background.status({
    question: 'Which status does a background run get whose webhook resolves to a private address?',
    mock: 400,
    switch: { refusal: 'webhook-url-private', member: 'status' },
  }),
};
