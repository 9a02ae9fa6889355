const escapes: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

/** Text as HTML. */
export const escapeHtml = (text: string): string => text.replace(/[&<>"]/g, (one) => escapes[one] as string);

/** Text of several lines as HTML. */
export const linesHtml = (text: string): string => escapeHtml(text).replace(/\r\n|\r|\n/g, '<br>');
