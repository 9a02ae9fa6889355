import { Action, Code, ErrorNote } from '../../parts/basics.tsx';
import { download, Picture } from '../../parts/preview.tsx';
import { toSize, visible } from '../../parts/text.ts';
import { useData } from '../../parts/use-data.ts';
import { toResultText } from './rendering-form.ts';

/** An answer of browser rendering: a picture, a PDF to save, or text. */
export function RenderedFile({ blob, name }: { readonly blob: Blob; readonly name: string }) {
  if (blob.type.startsWith('image/')) return <Picture blob={blob} name={name} />;
  if (blob.type === 'application/pdf')
    return (
      <div class="bar">
        <span class="muted">PDF, {toSize(blob.size)}</span>
        <Action action={async () => download(blob, 'page.pdf')}>Download</Action>
      </div>
    );
  return <ResultText blob={blob} name={name} />;
}

function ResultText({ blob, name }: { readonly blob: Blob; readonly name: string }) {
  const { data, error } = useData(async () => ({ text: toResultText(await blob.text()) }), [name, blob.size]);
  if (error) return <ErrorNote error={error} />;
  return data ? <Code label={`Result of ${visible(name)}`} text={data.text} /> : null;
}
