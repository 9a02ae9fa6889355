import { memoryStorage } from './memory-storage.ts';
import { describeStorage } from './testing/storage-cases.ts';

describeStorage('in memory', async () => {
  const storage = memoryStorage();
  return { again: () => storage };
});
