/** The prefix of the paths of the admin API. */
export const adminPath = '/_touchstone/';
