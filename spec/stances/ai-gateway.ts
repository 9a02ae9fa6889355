import { under } from './stance.ts';

const { choice, code, status } = under(7, 'The gateway');

/** What is open about gateways. */
export const aiGatewayStances = {
  'ai-gateway.create.status': status({
    question: 'Which status has the answer to a new gateway?',
    mock: 200,
    basis: 'documented',
    switch: { success: 'ai-gateway.gateway.create' },
  }),
  'ai-gateway.taken.status': status({
    question: 'Which status has a gateway whose id another one has?',
    mock: 400,
    switch: { refusal: 'gateway-exists', member: 'status' },
  }),
  'ai-gateway.missing.code': code({
    question: 'Which code has the error of a gateway that is read and does not exist?',
    mock: 7002,
    basis: 'documented',
    switch: { refusal: 'gateway-config-unknown', member: 'code' },
  }),
  'ai-gateway.run-unknown.status': status({
    question: 'Which status has a run through a gateway that does not exist?',
    mock: 400,
    basis: 'documented',
    switch: { refusal: 'gateway-unknown', member: 'status' },
  }),
  'ai-gateway.header-invalid.status': status({
    question: 'Which status has a run with a header of the gateway that is out of its range?',
    mock: 400,
    switch: { refusal: 'gateway-header-invalid', member: 'status' },
  }),
  'ai-gateway.rate-limited.code': code({
    question: 'Which code has the error of a run above the rate limit of its gateway?',
    mock: 2003,
    basis: 'observed',
    switch: { refusal: 'gateway-rate-limited', member: 'code' },
  }),
  'ai-gateway.cache-status.unasked': choice(['absent', 'MISS'], {
    question: 'What is cf-aig-cache-status when neither the request nor the gateway asks for a cache?',
    mock: 'absent',
    switch: 'behaviour',
  }),
};
