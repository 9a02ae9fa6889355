import { defineRequirements } from '../../requirement.ts';
import { statements } from '../../statements.ts';

/** D1 over REST. */
export const requirements = defineRequirements([
  ...statements(
    { passage: 'Cloudflare API reference, D1', certainty: 'documented' },
    {
      'D1-DATABASE-1':
        'A database tells its name, its `version` and, when it is read, its `num_tables` and `file_size`.',
      'D1-QUERY-1': 'A query gets `results` as objects, `success` and `meta`.',
      'D1-QUERY-2': 'Several statements in one text run in their order, and each has a result of its own.',
      'D1-QUERY-3': 'A batch runs each of its queries with the parameters of its own.',
      'D1-RAW-1': 'A raw query gets the names of its columns once, and rows as lists.',
      'D1-EXPORT-1': 'A finished export has a link, at which the database is SQL without credentials.',
      'D1-IMPORT-1': 'A file of SQL is imported by a link to send it to, and by its name and its MD5.',
    },
  ),
  ...statements(
    { passage: 'Cloudflare docs, D1 database', certainty: 'documented' },
    {
      'D1-QUERY-4': 'A batch of which a statement fails changes nothing.',
      'D1-PARAMETER-1': 'A statement takes values for `?` and `?NNN`.',
    },
  ),
  ...statements(
    { passage: 'Cloudflare docs, D1 return objects', certainty: 'documented' },
    {
      'D1-META-1':
        'The `meta` of a write has its `changes`, `last_row_id`, `changed_db` true, and the size and duration.',
    },
  ),
  ...statements(
    { passage: 'Cloudflare docs, D1 foreign keys', certainty: 'documented' },
    {
      'D1-KEY-1': 'Foreign keys are enforced, and `PRAGMA foreign_keys = off` does not change that.',
      'D1-KEY-2': '`PRAGMA defer_foreign_keys = on` defers them to the end of the queries.',
    },
  ),
  ...statements(
    { passage: 'Cloudflare docs, D1 SQL statements', certainty: 'documented' },
    {
      'D1-SQL-1': '`PRAGMA table_list` and `PRAGMA table_info` describe the tables.',
      'D1-SQL-2': 'The full-text search FTS5 and the functions for JSON are there.',
    },
  ),
  ...statements(
    { passage: 'Cloudflare docs, D1 limits', certainty: 'documented' },
    {
      'D1-LIMIT-1': 'A statement of more than 100,000 bytes is refused.',
      'D1-LIMIT-2': 'A query with more than 100 bound parameters is refused.',
      'D1-LIMIT-3': 'A table with more than 100 columns is refused.',
    },
  ),
  ...statements(
    { passage: 'Cloudflare docs, D1 import and export', certainty: 'documented' },
    { 'D1-EXPORT-2': 'A database with virtual tables is not exported.' },
  ),
  ...statements(
    { passage: 'Cloudflare docs, D1 Time Travel', certainty: 'documented' },
    {
      'D1-TIME-1': 'A restore to a bookmark brings back the contents of then.',
      'D1-TIME-2': 'A restore to the previous bookmark of a restore undoes it.',
    },
  ),
  ...statements(
    { passage: 'live API answers that users report', certainty: 'observed' },
    {
      'D1-ERROR-1': 'SQL that fails gets the error 7500 with the words of SQLite.',
      'D1-ERROR-2': 'A database that does not exist gets the error 7404.',
    },
  ),
]);
