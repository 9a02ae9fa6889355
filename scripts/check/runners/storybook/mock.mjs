import { createMock } from 'touchstone';

/** The mock of all stories. */
export const mock = createMock();
