import { useMemo, useState } from 'preact/hooks';
import type { ObjectList } from '../../../../spec/services/touchstone/objects.ts';
import { Empty, ErrorNote, Text } from '../../parts/basics.tsx';
import { Breadcrumbs } from '../../parts/breadcrumbs.tsx';
import { toDateTime, toSize, visible } from '../../parts/text.ts';
import { useData, useRefresh } from '../../parts/use-data.ts';
import { hashTo, useRoute } from '../../route.ts';
import { useSession } from '../../session.ts';
import { getFolders, getName, openBucket } from './bucket-calls.ts';
import { ObjectDetail } from './object-detail.tsx';
import { UploadButton, useDrop, useUpload } from './upload.tsx';

/** A folder of a bucket: its folders and objects, and the chosen object beside them. */
export function BucketView({ name }: { readonly name: string }) {
  const session = useSession();
  const bucket = useMemo(() => openBucket(session, name), [session, name]);
  const { query } = useRoute();
  const prefix = query.get('prefix') ?? '';
  const key = query.get('key');
  const [pages, setPages] = useState(1);
  const { data, error, reload } = useData(() => bucket.list(prefix, pages), [name, prefix, pages]);
  useRefresh(reload);
  const upload = useUpload(bucket, prefix, reload);
  const { isOver, handlers } = useDrop(upload.start);
  const toFolder = (folder: string) =>
    hashTo(['objects', name], { ...(folder !== '' && { prefix: folder }) });
  const folders = getFolders(prefix);
  const crumbs = [
    { name: 'Buckets', href: hashTo(['objects']) },
    { name, href: toFolder('') },
    ...folders.map((folder) => ({ name: folder.name || '/', href: toFolder(folder.prefix) })),
  ].map((crumb, at, all) => (at === all.length - 1 ? { name: crumb.name } : crumb));
  const closeHref = toFolder(prefix);
  return (
    <div class={`split ${key === null ? '' : 'with-detail'}`}>
      <section class={`split-main ${isOver ? 'drop' : ''}`} aria-label="Objects" {...handlers}>
        <header class="bar">
          <h1>Objects</h1>
          <Breadcrumbs label="Folder" crumbs={crumbs} />
          <UploadButton upload={upload} />
        </header>
        {error && <ErrorNote error={error} />}
        {data && isEmpty(data) && (
          <Empty title="Nothing here yet.">
            <p>Drop files here, or upload some.</p>
          </Empty>
        )}
        {data && !isEmpty(data) && (
          <Listing
            list={data}
            chosen={key}
            toFolder={toFolder}
            toObject={(one) => hashTo(['objects', name], { ...(prefix !== '' && { prefix }), key: one })}
          />
        )}
        {data && data.cursor !== null && (
          <p class="bar">
            <button type="button" class="button" onClick={() => setPages(pages + 1)}>
              Show more
            </button>
          </p>
        )}
      </section>
      {key !== null && (
        <ObjectDetail
          key={key}
          bucket={bucket}
          objectKey={key}
          closeHref={closeHref}
          onRemove={() => {
            location.hash = closeHref;
            reload();
          }}
        />
      )}
    </div>
  );
}

const isEmpty = ({ objects, prefixes }: ObjectList) => objects.length + prefixes.length === 0;

function Listing({
  list: { objects, prefixes },
  chosen,
  toFolder,
  toObject,
}: {
  readonly list: ObjectList;
  readonly chosen: string | null;
  readonly toFolder: (prefix: string) => string;
  readonly toObject: (key: string) => string;
}) {
  return (
    <div class="scroll">
      <table class="files">
        <thead>
          <tr>
            <th scope="col">Name</th>
            <th scope="col" class="minor">
              Type
            </th>
            <th scope="col" class="number">
              Size
            </th>
            <th scope="col" class="minor">
              Uploaded
            </th>
          </tr>
        </thead>
        <tbody>
          {prefixes.map((prefix) => (
            <tr key={prefix}>
              <td class="name">
                <a href={toFolder(prefix)}>
                  <Text>{getName(prefix)}</Text>
                </a>
              </td>
              <td class="muted minor">folder</td>
              <td />
              <td class="minor" />
            </tr>
          ))}
          {objects.map(({ key, size, content_type, uploaded }) => (
            <tr key={key} {...(key === chosen && { 'aria-current': 'true' })}>
              <td class="name">
                <a href={toObject(key)} title={visible(key)}>
                  <Text>{getName(key)}</Text>
                </a>
              </td>
              <td class="muted minor">
                <Text>{content_type ?? ''}</Text>
              </td>
              <td class="number">{toSize(size)}</td>
              <td class="muted minor">{toDateTime(uploaded)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
