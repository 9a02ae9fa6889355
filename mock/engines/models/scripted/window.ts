/** How much of a long text is read for what it asks for; questions stand at the beginning or the end. */
const headLength = 4000;
const tailLength = 2000;

/** The beginning and the end of a long text, the whole of another. */
export function windowOf(text: string): string {
  if (text.length <= headLength + tailLength) return text;
  return `${text.slice(0, headLength)}\n${text.slice(-tailLength)}`.toWellFormed();
}
