import { under } from './stance.ts';

const configurations = under(3, 'Token configurations');
const rules = under(3, 'Rules');
const edge = under(3, 'The edge');

/** Open questions about token configurations and token validation rules. */
export const tokenValidationStances = {
  'token-validation.config.create.status': configurations.status({
    question: 'Which status does the creation of a token configuration return?',
    mock: 200,
    switch: { success: 'token-validation.config.create' },
  }),
  'token-validation.config.in-use.status': configurations.status({
    question: 'Which status does the deletion of a configuration that a rule names get?',
    mock: 400,
    switch: { refusal: 'config-in-use', member: 'status' },
  }),
  'token-validation.config.unknown.code': configurations.code({
    question: 'Which error code does an unknown configuration get?',
    mock: 110404,
    switch: { refusal: 'config-unknown', member: 'code' },
  }),
  'token-validation.config.order': configurations.choice(['oldest first', 'newest first'], {
    question: 'In which order are configurations listed?',
    mock: 'oldest first',
    switch: 'behaviour',
  }),
  'token-validation.credentials.place': configurations.choice(['result.keys', 'keys'], {
    question: 'Where does the answer to new credentials have the keys: in result, or next to success?',
    mock: 'result.keys',
    basis: 'documented',
    switch: 'behaviour',
  }),
  'token-validation.keys.none-left': configurations.choice(['accepted', 'refused'], {
    question: 'What happens to a configuration whose keys are all unsupported?',
    mock: 'accepted',
    switch: 'behaviour',
  }),
  'token-validation.rule.create.status': rules.status({
    question: 'Which status does the creation of a rule return?',
    mock: 200,
    switch: { success: 'token-validation.rule.create' },
  }),
  'token-validation.rule.place': rules.choice(['last', 'first'], {
    question: 'At which position is a new rule?',
    mock: 'last',
    switch: 'behaviour',
  }),
  'token-validation.leeway': edge.number([0, 60], {
    question: 'How many seconds after its exp is a token still valid?',
    mock: 0,
    basis: 'seed',
    switch: 'behaviour',
  }),
};
