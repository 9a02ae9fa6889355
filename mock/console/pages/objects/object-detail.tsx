import { Action, Empty, ErrorNote, Facts, Text } from '../../parts/basics.tsx';
import { download, Preview } from '../../parts/preview.tsx';
import { toDateTime, toSize, visible } from '../../parts/text.ts';
import { useData } from '../../parts/use-data.ts';
import { type BucketCalls, getName } from './bucket-calls.ts';

/** One object: what is known of it, its content, and what can be done with it. */
export function ObjectDetail({
  bucket,
  objectKey: key,
  closeHref,
  onRemove,
}: {
  readonly bucket: BucketCalls;
  readonly objectKey: string;
  readonly closeHref: string;
  readonly onRemove: () => void;
}) {
  const { data, error } = useData(async () => ({ object: await bucket.find(key) }), [key]);
  const object = data?.object;
  const remove = async () => {
    await bucket.remove(key);
    onRemove();
  };
  return (
    <aside class="detail" aria-label={`Object ${visible(key)}`}>
      <header class="detail-head">
        <h2>
          <Text>{getName(key)}</Text>
        </h2>
        <a class="button" href={closeHref} aria-label="Close this object">
          Close
        </a>
      </header>
      {error && <ErrorNote error={error} />}
      {data && !object && <Empty title="There is no such object any more." />}
      {object && (
        <>
          <Facts
            rows={[
              ['Key', <Text key="key">{key}</Text>],
              ['Type', <Text key="type">{object.content_type ?? 'none'}</Text>],
              ['Size', toSize(object.size)],
              ['Uploaded', toDateTime(object.uploaded)],
              ['ETag', <code key="etag">{object.etag}</code>],
              ...Object.entries(object.custom_metadata).map(
                ([name, value]) => [`Metadata: ${name}`, <Text key={name}>{value}</Text>] as const,
              ),
            ]}
          />
          <div class="bar">
            <Action action={async () => download(await bucket.read(key), getName(key))}>Download</Action>
            <Action action={remove} tone="danger" confirm={`Delete ${visible(key)}?`}>
              Delete
            </Action>
          </div>
          <Preview
            name={getName(key)}
            type={object.content_type ?? ''}
            size={object.size}
            load={() => bucket.read(key)}
            inputs={[key, object.etag, object.uploaded]}
          />
        </>
      )}
    </aside>
  );
}
