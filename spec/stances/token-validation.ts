import { under } from './stance.ts';

const configurations = under(3, 'Token configurations');
const rules = under(3, 'Rules');
const edge = under(3, 'The edge');

/** What is open about token configurations and token validation rules. */
export const tokenValidationStances = {
  'token-validation.config.create.status': configurations.status({
    question: 'Which status has the answer to a new token configuration?',
    mock: 200,
    switch: { success: 'token-validation.config.create' },
  }),
  'token-validation.config.in-use.status': configurations.status({
    question: 'Which status has the deletion of a configuration that a rule names?',
    mock: 400,
    switch: { refusal: 'config-in-use', member: 'status' },
  }),
  'token-validation.config.unknown.code': configurations.code({
    question: 'Which code has the error of a configuration that does not exist?',
    mock: 110404,
    switch: { refusal: 'config-unknown', member: 'code' },
  }),
  'token-validation.config.order': configurations.choice(['oldest first', 'newest first'], {
    question: 'In which order are configurations listed?',
    mock: 'oldest first',
    switch: 'behaviour',
  }),
  'token-validation.credentials.place': configurations.choice(['result.keys', 'keys'], {
    question: 'Where does the answer to new credentials have the keys: in result, or beside success?',
    mock: 'result.keys',
    basis: 'documented',
    switch: 'behaviour',
  }),
  'token-validation.keys.none-left': configurations.choice(['accepted', 'refused'], {
    question: 'What becomes of a configuration of whose keys none is supported?',
    mock: 'accepted',
    switch: 'behaviour',
  }),
  'token-validation.rule.create.status': rules.status({
    question: 'Which status has the answer to a new rule?',
    mock: 200,
    switch: { success: 'token-validation.rule.create' },
  }),
  'token-validation.rule.place': rules.choice(['last', 'first'], {
    question: 'Where does a new rule stand among the others?',
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
