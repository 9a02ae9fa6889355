import { under } from './stance.ts';

const { choice, count, status, code, yesOrNo } = under(3, 'Routing and bodies');

/** What is open about every operation of the API. */
export const v4Stances = {
  'v4.unknown-path.status': status({
    question: 'Which status has a request for a path that nothing is at?',
    mock: 404,
    basis: 'observed',
    switch: { refusal: 'route-unknown', member: 'status' },
  }),
  'v4.unknown-path.code': code({
    question: 'Which code has the error of a path that nothing is at?',
    mock: 7003,
    basis: 'observed',
    switch: { refusal: 'route-unknown', member: 'code' },
  }),
  'v4.unknown-path.first': choice(['path', 'credentials'], {
    question: 'What is refused in a request without credentials for a path that nothing is at?',
    mock: 'path',
    switch: 'behaviour',
  }),
  'v4.no-credentials.status': status({
    question: 'Which status has a request without credentials?',
    mock: 400,
    basis: 'observed',
    switch: { refusal: 'credentials-missing', member: 'status' },
  }),
  'v4.no-credentials.code': code({
    question: 'Which code has the error of a request without credentials?',
    mock: 9106,
    basis: 'observed',
    switch: { refusal: 'credentials-missing', member: 'code' },
  }),
  'v4.bad-token.code': code({
    question: 'Which code has the error of a token that nobody was given?',
    mock: 10000,
    basis: 'observed',
    switch: { refusal: 'token-unknown', member: 'code' },
  }),
  'v4.malformed-json.code': code({
    question: 'Which code has the error of a body that is no JSON?',
    mock: 6007,
    basis: 'observed',
    switch: { refusal: 'json-malformed', member: 'code' },
  }),
  'v4.malformed-id.status': status({
    question: 'Which status has a request whose path has a malformed id?',
    mock: 400,
    basis: 'observed',
    switch: { refusal: 'identifier-malformed', member: 'status' },
  }),
  'v4.unknown-zone.status': status({
    question: 'Which status has a request for a zone that does not exist?',
    mock: 403,
    basis: 'observed',
    switch: { refusal: 'zone-unknown', member: 'status' },
  }),
  'v4.unknown-zone.code': code({
    question: 'Which code has the error of a zone that does not exist?',
    mock: 9109,
    basis: 'observed',
    switch: { refusal: 'zone-unknown', member: 'code' },
  }),
  'v4.unknown-account.status': status({
    question: 'Which status has a request for an account that does not exist?',
    mock: 403,
    switch: { refusal: 'account-unknown', member: 'status' },
  }),
  'v4.wrong-method.status': status({
    question: 'Which status has a method that a path does not have?',
    mock: 405,
    basis: 'observed',
    switch: { refusal: 'method-not-allowed', member: 'status' },
  }),
  'v4.content-type.status': status({
    question: 'Which status has JSON that is called application/xml?',
    mock: 415,
    switch: { refusal: 'content-type-unsupported', member: 'status' },
  }),
  'v4.content-type.form': yesOrNo({
    question: 'Is JSON taken that is called application/x-www-form-urlencoded, as curl -d does?',
    mock: true,
  }),
  'v4.page-size': count({
    question: 'How many records has a page of a list without `per_page`?',
    mock: 20,
    basis: 'documented',
  }),
  'v4.per-page-above': choice(['refused', 'cut'], {
    question: 'Is a `per_page` above the largest one refused, or cut?',
    mock: 'refused',
  }),
  'v4.page-past-end': choice(['empty', 'refused'], {
    question: 'Is a page behind the last one empty, or refused?',
    mock: 'empty',
  }),
  'v4.refusal.result': choice(['null', 'absent'], {
    question: 'What is `result` in the body of a refusal: null, or absent?',
    mock: 'null',
    basis: 'observed',
  }),
};
