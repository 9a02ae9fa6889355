import { under } from './stance.ts';

const { choice, code, status } = under(7, 'The gateway');

/** Open questions about gateways. */
export const aiGatewayStances = {
  'ai-gateway.create.status': status({
    question: 'Which status does the creation of a gateway return?',
    mock: 200,
    basis: 'documented',
    switch: { success: 'ai-gateway.gateway.create' },
  }),
  'ai-gateway.taken.status': status({
    question: 'Which status does a gateway with the id of another gateway get?',
    mock: 400,
    switch: { refusal: 'gateway-exists', member: 'status' },
  }),
  'ai-gateway.missing.code': code({
    question: 'Which error code does a read of an unknown gateway get?',
    mock: 7002,
    basis: 'documented',
    switch: { refusal: 'gateway-config-unknown', member: 'code' },
  }),
  'ai-gateway.run-unknown.status': status({
    question: 'Which status does a run through an unknown gateway get?',
    mock: 400,
    basis: 'documented',
    switch: { refusal: 'gateway-unknown', member: 'status' },
  }),
  'ai-gateway.header-invalid.status': status({
    question: 'Which status does a run with a gateway header out of range get?',
    mock: 400,
    switch: { refusal: 'gateway-header-invalid', member: 'status' },
  }),
  'ai-gateway.rate-limited.code': code({
    question: 'Which error code does a run above the rate limit of its gateway get?',
    mock: 2003,
    basis: 'observed',
    switch: { refusal: 'gateway-rate-limited', member: 'code' },
  }),
  'ai-gateway.cache-status.unasked': choice(['absent', 'MISS'], {
    question: 'What is cf-aig-cache-status if neither the request nor the gateway enables a cache?',
    mock: 'absent',
    switch: 'behaviour',
  }),
};
