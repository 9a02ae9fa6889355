import { under } from './stance.ts';

const { choice, status } = under(4, 'Custom hostnames');

/** What is open about custom hostnames. */
export const customHostnamesStances = {
  'custom-hostnames.create.status': status({
    question: 'Which status has the answer to a new custom hostname?',
    mock: 201,
    basis: 'documented',
    switch: { success: 'custom-hostnames.hostname.create' },
  }),
  'custom-hostnames.first-state': choice(['active', 'pending'], {
    question: 'In which state does a custom hostname begin?',
    mock: 'active',
    switch: 'behaviour',
  }),
  'custom-hostnames.taken.status': status({
    question: 'Which status has a custom hostname that is there already?',
    mock: 409,
    basis: 'documented',
    switch: { refusal: 'hostname-exists', member: 'status' },
  }),
  'custom-hostnames.renamed.status': status({
    question: 'Which status has a change of the hostname itself?',
    mock: 409,
    switch: { refusal: 'hostname-fixed', member: 'status' },
  }),
  'custom-hostnames.order': choice(['oldest first', 'newest first'], {
    question: 'In which order are custom hostnames listed without `order`?',
    mock: 'oldest first',
    switch: 'behaviour',
  }),
};
