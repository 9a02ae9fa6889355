import { under } from './stance.ts';

const { choice, status } = under(4, 'Custom hostnames');

/** Open questions about custom hostnames. */
export const customHostnamesStances = {
  'custom-hostnames.create.status': status({
    question: 'Which status does the creation of a custom hostname return?',
    mock: 201,
    basis: 'documented',
    switch: { success: 'custom-hostnames.hostname.create' },
  }),
  'custom-hostnames.first-state': choice(['active', 'pending'], {
    question: 'What is the first status of a custom hostname?',
    mock: 'active',
    switch: 'behaviour',
  }),
  'custom-hostnames.taken.status': status({
    question: 'Which status does an existing custom hostname get?',
    mock: 409,
    basis: 'documented',
    switch: { refusal: 'hostname-exists', member: 'status' },
  }),
  'custom-hostnames.renamed.status': status({
    question: 'Which status does a change of the hostname itself get?',
    mock: 409,
    switch: { refusal: 'hostname-fixed', member: 'status' },
  }),
  'custom-hostnames.order': choice(['oldest first', 'newest first'], {
    question: 'In which order are custom hostnames listed without `order`?',
    mock: 'oldest first',
    switch: 'behaviour',
  }),
};
