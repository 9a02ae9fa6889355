export { type AddressRefusal, checkAddress, type PublicAddress } from './address-check.ts';
export { isLoopbackHost, namesThisMachine } from './loopback.ts';
export { isMetadataAddress, isMetadataName } from './metadata.ts';
