import { useState } from 'preact/hooks';
import type { Bucket } from '../../../../spec/services/touchstone/objects.ts';
import { Empty, ErrorNote, Field, Panel, Text } from '../../parts/basics.tsx';
import { toSize } from '../../parts/text.ts';
import { useData, useRefresh } from '../../parts/use-data.ts';
import { hashTo, useRoute } from '../../route.ts';
import { useSession } from '../../session.ts';
import { getBuckets, openBucket } from './bucket-calls.ts';
import { BucketView } from './bucket-view.tsx';
import { UploadButton, useUpload } from './upload.tsx';

/** The buckets of the account, or one of them. */
export function ObjectsPage() {
  const { segments } = useRoute();
  const name = segments[1];
  return name === undefined ? <BucketsView /> : <BucketView key={name} name={name} />;
}

function BucketsView() {
  const session = useSession();
  const { data, error, reload } = useData(() => getBuckets(session), [session.account.id]);
  useRefresh(reload);
  return (
    <div class="page">
      <h1>Objects</h1>
      {error && <ErrorNote error={error} />}
      {data?.length === 0 && (
        <Empty title="No buckets yet.">
          <p>
            A bucket appears when a Worker with an <code>r2_buckets</code> binding, the object-storage example
            or you put the first object into it.
          </p>
        </Empty>
      )}
      {data && data.length > 0 && <BucketList buckets={data} />}
      <NewBucket onDone={reload} />
    </div>
  );
}

function BucketList({ buckets }: { readonly buckets: readonly Bucket[] }) {
  return (
    <section class="panel scroll" aria-label="Buckets">
      <table class="files">
        <thead>
          <tr>
            <th scope="col">Bucket</th>
            <th scope="col" class="number">
              Objects
            </th>
            <th scope="col" class="number">
              Size
            </th>
          </tr>
        </thead>
        <tbody>
          {buckets.map(({ name, objects, bytes }) => (
            <tr key={name}>
              <td class="name">
                <a href={hashTo(['objects', name])}>
                  <Text>{name}</Text>
                </a>
              </td>
              <td class="number">{objects}</td>
              <td class="number">{toSize(bytes)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

function NewBucket({ onDone }: { readonly onDone: () => void }) {
  const session = useSession();
  const [name, setName] = useState('');
  const upload = useUpload(openBucket(session, name), '', onDone);
  return (
    <Panel title="Upload to a bucket">
      <Field
        label="Bucket"
        hint="3 to 63 lower-case letters, digits and hyphens. A new bucket is created with its first object."
      >
        <input
          type="text"
          autocomplete="off"
          value={name}
          onInput={(event) => setName(event.currentTarget.value)}
        />
      </Field>
      <div>
        <UploadButton upload={upload} disabled={name === ''}>
          Choose files
        </UploadButton>
      </div>
    </Panel>
  );
}
