import { ApiError } from '../../../spec/errors.ts';
import type { RegisteredCall, RegisteredHandlers } from '../../api/registered.ts';
import type { PastContent } from '../../world/database-shelf.ts';
import { database, type FoundDatabase, findDatabase, getBookmark, takeTurn } from './databases.ts';

export const timeTravelHandlers: RegisteredHandlers = {
  [`GET ${database}/time_travel/bookmark`](asked) {
    const found = findDatabase(asked);
    const isNow = asked.query['timestamp'] === undefined;
    return asked.answer({ bookmark: getBookmark(found, isNow ? undefined : findContent(asked, found)) });
  },
  [`POST ${database}/time_travel/restore`]: (asked) =>
    takeTurn(asked, async (found) => {
      const { databases, clock } = found.account;
      const { version, tables, pages } = findContent(asked, found);
      const previous = getBookmark(found);
      databases.keep(found.id, version, { tables, pages: [...pages.entries()], count: pages.length });
      databases.remember(found.id, clock.now());
      const bookmark = getBookmark(found);
      const message = `The database is at the bookmark ${bookmark}.`;
      return asked.answer({ bookmark, previous_bookmark: previous, message });
    }),
};

/** The content that a bookmark or a time names. @throws ApiError */
function findContent({ query }: RegisteredCall, found: FoundDatabase): PastContent {
  const { bookmark, timestamp } = query;
  const time = Date.parse(String(timestamp));
  if (bookmark === undefined && Number.isNaN(time))
    throw new ApiError('query-invalid', { field: 'timestamp', problem: 'must be a time in RFC 3339' });
  const { databases, clock } = found.account;
  const content = databases
    .remember(found.id, clock.now())
    .findLast((one) => (bookmark === undefined ? one.at <= time : getBookmark(found, one) === bookmark));
  if (!content) throw new ApiError('d1-history');
  return content;
}
