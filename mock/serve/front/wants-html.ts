/** Browsers ask for HTML first; programs ask for anything. */
export const wantsHtml = ({ headers }: Request): boolean =>
  headers.get('accept')?.includes('text/html') === true;
