import { useEffect, useState } from 'preact/hooks';
import { Code, ErrorNote } from './basics.tsx';
import { toSize, visible } from './text.ts';
import { useData } from './use-data.ts';

/** Bytes of a file up to which it is shown. */
const shownBytes = 8_388_608;

/** Characters of a text up to which it is shown. */
const shownCharacters = 200_000;

export interface PreviewProps {
  readonly name: string;
  /** Media type; empty if it is unknown. */
  readonly type: string;
  /** Bytes, if they are known before the file is loaded. */
  readonly size?: number;
  readonly load: () => Promise<Blob>;
  /** What `load` depends on. */
  readonly inputs: readonly unknown[];
}

/** Shows a picture or a text. Nothing of a file runs: a picture is an image, and everything else is text. */
export function Preview({ size = 0, ...rest }: PreviewProps) {
  if (size > shownBytes)
    return <Unshown reason="It is too large to be shown here" type={rest.type} size={size} />;
  return <LoadedPreview {...rest} />;
}

function LoadedPreview({ name, type, load, inputs }: Omit<PreviewProps, 'size'>) {
  const { data, error } = useData(async () => readFile(await load(), type), inputs);
  if (error) return <ErrorNote error={error} />;
  if (!data) return <p class="muted">Loading</p>;
  if (data.kind === 'picture') return <Picture blob={data.blob} name={name} />;
  if (data.kind === 'text') return <Code text={data.text} label={`Content of ${visible(name)}`} />;
  return <Unshown reason="It is no text and no picture" type={type} size={data.size} />;
}

function Unshown({
  reason,
  type,
  size,
}: {
  readonly reason: string;
  readonly type: string;
  readonly size: number;
}) {
  return (
    <p class="note plain">
      {reason}: {type || 'unknown type'}, {toSize(size)}.
    </p>
  );
}

type ReadFile =
  | { readonly kind: 'picture'; readonly blob: Blob }
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'other'; readonly size: number };

/** Reads a file as what it can be shown as. */
export async function readFile(blob: Blob, type: string): Promise<ReadFile> {
  if (/^image\//i.test(type)) return { kind: 'picture', blob: blob.slice(0, blob.size, type) };
  const text = getText(await blob.arrayBuffer());
  if (text === undefined) return { kind: 'other', size: blob.size };
  const end = text.length > shownCharacters ? `\n\n(${text.length - shownCharacters} more characters)` : '';
  return { kind: 'text', text: `${text.slice(0, shownCharacters)}${end}` };
}

/** UTF-8 without control characters that no text has; undefined for anything else. */
function getText(bytes: ArrayBuffer): string | undefined {
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    return text.includes('\u0000') ? undefined : text;
  } catch {
    return undefined;
  }
}

/** A picture of a blob, which may turn out to be none. */
export function Picture({ blob, name }: { readonly blob: Blob; readonly name: string }) {
  const [isBroken, setBroken] = useState(false);
  const url = useObjectUrl(blob);
  if (isBroken) return <p class="note refused">The browser can't read this picture.</p>;
  return (
    <div class="picture">
      {url && <img src={url} alt={`Content of ${visible(name)}`} onError={() => setBroken(true)} />}
    </div>
  );
}

/** The address of a blob while a component shows it. */
export function useObjectUrl(blob: Blob | undefined): string | undefined {
  const [url, setUrl] = useState<string>();
  useEffect(() => {
    if (!blob) return;
    const made = URL.createObjectURL(blob);
    setUrl(made);
    return () => URL.revokeObjectURL(made);
  }, [blob]);
  return url;
}

/** Saves a file under a name. The browser never opens it. */
export function download(blob: Blob, name: string): void {
  const url = URL.createObjectURL(new Blob([blob], { type: 'application/octet-stream' }));
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  // The download has begun by then.
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}
