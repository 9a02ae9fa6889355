/**
 * Leads from an MSW handler to its mock's requests without an operation. A registered symbol, since a test bundle may
 * contain this file twice.
 */
export const unknownRequests = Symbol.for('touchstone.unknown');
