import { under } from './stance.ts';

const { choice, code, status, yesOrNo } = under(4, 'Rulesets');

/** Open questions about rulesets. */
export const rulesetsStances = {
  'rulesets.entry-point.missing.status': status({
    question: 'Which status does the entry point of a phase without rules get?',
    mock: 404,
    basis: 'observed',
    switch: { refusal: 'entrypoint-unknown', member: 'status' },
  }),
  'rulesets.entry-point.missing.code': code({
    question: 'Which error code does a missing entry point get?',
    mock: 10003,
    basis: 'observed',
    switch: { refusal: 'entrypoint-unknown', member: 'code' },
  }),
  'rulesets.unknown.code': code({
    question: 'Which error code does an unknown ruleset get?',
    mock: 20800,
    switch: { refusal: 'ruleset-unknown', member: 'code' },
  }),
  'rulesets.expression.code': code({
    question: 'Which error code does an expression that does not parse get?',
    mock: 20127,
    basis: 'observed',
    switch: { refusal: 'ruleset-expression-invalid', member: 'code' },
  }),
  'rulesets.versions.order': choice(['oldest first', 'newest first'], {
    question: 'In which order are the versions of a ruleset listed?',
    mock: 'oldest first',
    switch: 'behaviour',
  }),
  'rulesets.unknown-member.refused': yesOrNo({
    question: 'Is a rule with an undocumented member refused?',
    mock: true,
    basis: 'observed',
  }),
};
