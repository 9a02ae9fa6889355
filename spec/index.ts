/** What the API promises: contract, failures, requirements, client and OpenAPI document. */
import './require-node.ts';

export { type Certainty, certainties, restsOnAtLeast, weaker } from './certainty.ts';
export { type CallInput, type Client, type ClientOptions, createClient, type Reply } from './client.ts';
export {
  type BodyInput,
  basePath,
  type Contract,
  contract,
  type OperationId,
  type ParamsInput,
  type QueryInput,
  type ResultOf,
  rootPath,
  rootPaths,
} from './contract.ts';
export type { Access, Endpoint, Endpoints, Method } from './endpoint.ts';
export type { Envelope, EnvelopeEntry, ResultInfo } from './envelope.ts';
export { ApiError, type FailureName, failures } from './errors.ts';
export type { Failure } from './failure.ts';
export type { OpenapiDocument } from './openapi/document.ts';
export { openapiDocument } from './openapi.ts';
export { type Permission, permissions } from './permissions.ts';
export type { Level, Requirement, RequirementId } from './requirement.ts';
export { allRequirements, requirementById } from './requirements.ts';
export { TouchstoneError } from './touchstone-error.ts';
