/**
 * Leads from a handler of MSW to the requests that its mock had no operation for. Registered, since a bundle of a test
 * may hold this file twice.
 */
export const unknownRequests = Symbol.for('touchstone.unknown');
