export { type AddressRefusal, checkAddress, type PublicAddress } from '../address/index.ts';
export { type Connect, type ConnectAnswer, type OutgoingPost, WebhookConnectError } from './connect.ts';
export {
  type Delivered,
  type DeliveryFailure,
  type DeliveryOptions,
  type DeliveryResult,
  deliver,
} from './deliver.ts';
export {
  checkDestination,
  type Destination,
  type DestinationOptions,
  type Refusal,
  type RefusalReason,
  type ResolveHost,
} from './destination.ts';
export { fetchConnect } from './fetch-connect.ts';
