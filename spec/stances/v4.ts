import { under } from './stance.ts';

const { choice, count, status, code, yesOrNo } = under(3, 'Routing and bodies');

/** Open questions about every operation of the API. */
export const v4Stances = {
  'v4.unknown-path.status': status({
    question: 'Which status does an unknown path get?',
    mock: 404,
    basis: 'observed',
    switch: { refusal: 'route-unknown', member: 'status' },
  }),
  'v4.unknown-path.code': code({
    question: 'Which error code does an unknown path get?',
    mock: 7003,
    basis: 'observed',
    switch: { refusal: 'route-unknown', member: 'code' },
  }),
  'v4.unknown-path.first': choice(['path', 'credentials'], {
    question: 'What is refused in a request without credentials for an unknown path?',
    mock: 'path',
    switch: 'behaviour',
  }),
  'v4.no-credentials.status': status({
    question: 'Which status does a request without credentials get?',
    mock: 400,
    basis: 'observed',
    switch: { refusal: 'credentials-missing', member: 'status' },
  }),
  'v4.no-credentials.code': code({
    question: 'Which error code does a request without credentials get?',
    mock: 9106,
    basis: 'observed',
    switch: { refusal: 'credentials-missing', member: 'code' },
  }),
  'v4.bad-token.code': code({
    question: 'Which error code does a token that was never issued get?',
    mock: 10000,
    basis: 'observed',
    switch: { refusal: 'token-unknown', member: 'code' },
  }),
  'v4.malformed-json.code': code({
    question: 'Which error code does a body that is not JSON get?',
    mock: 6007,
    basis: 'observed',
    switch: { refusal: 'json-malformed', member: 'code' },
  }),
  'v4.malformed-id.status': status({
    question: 'Which status does a request with a malformed id in its path get?',
    mock: 400,
    basis: 'observed',
    switch: { refusal: 'identifier-malformed', member: 'status' },
  }),
  'v4.unknown-zone.status': status({
    question: 'Which status does a request for an unknown zone get?',
    mock: 403,
    basis: 'observed',
    switch: { refusal: 'zone-unknown', member: 'status' },
  }),
  'v4.unknown-zone.code': code({
    question: 'Which error code does an unknown zone get?',
    mock: 9109,
    basis: 'observed',
    switch: { refusal: 'zone-unknown', member: 'code' },
  }),
  'v4.unknown-account.status': status({
    question: 'Which status does a request for an unknown account get?',
    mock: 403,
    switch: { refusal: 'account-unknown', member: 'status' },
  }),
  'v4.wrong-method.status': status({
    question: 'Which status does a method that a path does not have get?',
    mock: 405,
    basis: 'observed',
    switch: { refusal: 'method-not-allowed', member: 'status' },
  }),
  'v4.content-type.status': status({
    question: 'Which status does JSON with the content type application/xml get?',
    mock: 415,
    switch: { refusal: 'content-type-unsupported', member: 'status' },
  }),
  'v4.content-type.form': yesOrNo({
    question:
      'Is JSON accepted with the content type application/x-www-form-urlencoded, as curl -d sends it?',
    mock: true,
  }),
  'v4.page-size': count({
    question: 'How many records does a page of a list have without `per_page`?',
    mock: 20,
    basis: 'documented',
  }),
  'v4.per-page-above': choice(['refused', 'cut'], {
    question: 'Is a `per_page` above the maximum refused or lowered?',
    mock: 'cut',
    basis: 'observed',
  }),
  'v4.page-past-end': choice(['empty', 'refused'], {
    question: 'Is a page after the last one empty or refused?',
    mock: 'empty',
  }),
  'v4.refusal.result': choice(['null', 'absent'], {
    question: 'What is `result` in the body of a refusal: null, or absent?',
    mock: 'null',
    basis: 'observed',
  }),
};
