export { checkUrl } from './check-url.ts';
export { connectAny } from './connect-any.ts';
export type { EgressFailure, EgressGate } from './egress-gate.ts';
export type { ResolveName } from './find-addresses.ts';
export { type GateOptions, openGate } from './open-gate.ts';
