export { type AddressRefusal, checkAddress, type PublicAddress } from './address-check.ts';
export { isLoopbackHost } from './loopback.ts';
export { isMetadataAddress, isMetadataName } from './metadata.ts';
