/** Where the paths of the admin interface begin. */
export const adminPath = '/_touchstone/';
