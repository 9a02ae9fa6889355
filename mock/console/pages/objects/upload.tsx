import { useRef, useState } from 'preact/hooks';
import { ErrorNote } from '../../parts/basics.tsx';
import { toCount, visible } from '../../parts/text.ts';
import type { BucketCalls } from './bucket-calls.ts';

/** Uploads that run, or the last ones. */
export interface Upload {
  readonly progress: string | undefined;
  readonly error: Error | undefined;
  start(files: Iterable<File>): Promise<void>;
}

/**
 * Uploads files one after another below a prefix, and asks before it replaces an object.
 *
 * @param done runs after the last one, and after a failure
 */
export function useUpload(bucket: BucketCalls, prefix: string, done: () => void): Upload {
  const [progress, setProgress] = useState<string>();
  const [error, setError] = useState<Error>();
  const start = async (given: Iterable<File>) => {
    const files = [...given];
    setError(undefined);
    try {
      for (const [at, file] of files.entries()) {
        setProgress(`Uploading ${at + 1} of ${toCount(files.length, 'file')}`);
        const key = `${prefix}${file.name}`;
        const isNew = !(await bucket.find(key));
        if (isNew || window.confirm(`${visible(key)} exists. Replace it?`)) await bucket.put(key, file);
      }
    } catch (failed) {
      setError(failed as Error);
    }
    setProgress(undefined);
    done();
  };
  return { progress, error, start };
}

/** A button that opens the browser's choice of files. */
export function UploadButton({
  upload,
  children = 'Upload files',
  disabled = false,
}: {
  readonly upload: Upload;
  readonly children?: string;
  readonly disabled?: boolean;
}) {
  const input = useRef<HTMLInputElement>(null);
  const choose = () => {
    const chosen = input.current;
    if (!chosen?.files?.length) return;
    upload.start(chosen.files);
    chosen.value = '';
  };
  return (
    <span class="action">
      <input ref={input} type="file" multiple hidden onChange={choose} />
      <button
        type="button"
        class="button primary"
        disabled={disabled || upload.progress !== undefined}
        onClick={() => input.current?.click()}
      >
        {upload.progress ?? children}
      </button>
      {upload.error && <ErrorNote error={upload.error} />}
    </span>
  );
}

/** Handlers of an element that takes dropped files, and whether files are over it. */
export function useDrop(start: Upload['start']) {
  const [isOver, setOver] = useState(false);
  const hasFiles = (event: DragEvent) => event.dataTransfer?.types.includes('Files') === true;
  return {
    isOver,
    handlers: {
      onDragOver(event: DragEvent) {
        if (!hasFiles(event)) return;
        event.preventDefault();
        setOver(true);
      },
      onDragLeave: () => setOver(false),
      onDrop(event: DragEvent) {
        setOver(false);
        if (!hasFiles(event)) return;
        event.preventDefault();
        start(event.dataTransfer?.files ?? []);
      },
    },
  };
}
