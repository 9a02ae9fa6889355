const part = /`([^`]+)`|\[([^\]]+)\]\((https?:[^)\s]+)\)/g;

/** A sentence of the document: code between backticks, and links. */
export function InlineText({ children }: { readonly children: string }) {
  const parts = [];
  let end = 0;
  for (const match of children.matchAll(part)) {
    const [whole, code, label, address = ''] = match;
    parts.push(children.slice(end, match.index));
    parts.push(code === undefined ? <a href={address}>{label}</a> : <code>{code}</code>);
    end = match.index + whole.length;
  }
  parts.push(children.slice(end));
  return <>{parts}</>;
}
