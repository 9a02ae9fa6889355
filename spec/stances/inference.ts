import { under } from './stance.ts';

const runs = under(7, 'Runs');
const background = under(7, 'Background runs');

/** What is open about runs of models. */
export const inferenceStances = {
  'inference.no-gateway.status': runs.status({
    question: 'Which status has a run of a hosted model without cf-aig-gateway-id?',
    mock: 400,
    switch: { refusal: 'gateway-id-missing', member: 'status' },
  }),
  'inference.no-gateway.code': runs.code({
    question: 'Which code has the error of a run of a hosted model without cf-aig-gateway-id?',
    mock: 2202,
    switch: { refusal: 'gateway-id-missing', member: 'code' },
  }),
  'inference.hosted-model-unknown.status': runs.status({
    question: 'Which status has a run of a hosted model that does not exist?',
    mock: 400,
    basis: 'documented',
    switch: { refusal: 'model-unknown', member: 'status' },
  }),
  'inference.third-party-model-unknown.status': runs.status({
    question: 'Which status has a run of a model of a third party that does not exist?',
    mock: 404,
    basis: 'observed',
    switch: { refusal: 'third-party-model-unknown', member: 'status' },
  }),
  'inference.bad-input.code': runs.code({
    question: 'Which code has the error of an input that a hosted model does not take?',
    mock: 5006,
    basis: 'observed',
    switch: { refusal: 'model-input-invalid', member: 'code' },
  }),
  'inference.unknown-option.refused': runs.yesOrNo({
    question: 'Is a run with an undocumented member in `options` refused?',
    mock: true,
  }),
  'inference.chat-refusal.members': runs.choice(['error', 'errors', 'both'], {
    question: 'Which members has the body of a refused chat completion: `error`, `errors`, or both?',
    mock: 'both',
  }),
  'inference.max-tokens': runs.count({
    question: 'How many tokens does a hosted model answer at most when the request sets no limit?',
    mock: 256,
    basis: 'documented',
  }),
  'inference.third-party-result': runs.choice(['around', 'alone'], {
    question:
      'Has the result of a third-party model on POST /ai/run members around its output, such as `state`, or is it the output alone?',
    mock: 'around',
    basis: 'observed',
    switch: 'behaviour',
  }),
  'inference.stream.end': runs.choice(['[DONE]', 'nothing'], {
    question: 'What ends a stream of /ai/run: the event [DONE], or nothing of its own?',
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
    question: 'Which status has the answer that accepts a background run?',
    mock: 202,
    switch: 'behaviour',
  }),
  'inference.background.first-state': background.choice(['Queued', 'Running'], {
    question: 'In which state is a background run when it is accepted?',
    mock: 'Queued',
    switch: 'behaviour',
  }),
  'inference.background.unknown.status': background.status({
    question: 'Which status has a background run that does not exist?',
    mock: 404,
    switch: { refusal: 'background-run-unknown', member: 'status' },
  }),
  'inference.background.private-webhook.status': background.status({
    question: 'Which status has a background run whose webhook leads to a private address?',
    mock: 400,
    switch: { refusal: 'webhook-url-private', member: 'status' },
  }),
};
