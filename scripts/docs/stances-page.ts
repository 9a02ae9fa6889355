import { describeValues } from '../../spec/stances/check-stances.ts';
import { type Stance, stanceList } from '../../spec/stances/index.ts';

/** The page that lists all stances. */
export function stancesPage(): string {
  const services = Map.groupBy(stanceList, ([id]) => id.split('.')[0] ?? '');
  const parts = [...services].map(([service, some]) =>
    [
      `## ${service}`,
      ['| Question | The mock | |', '| --- | --- | --- |', ...some.map(toRow)].join('\n'),
    ].join('\n\n'),
  );
  return [
    '# Stances',
    'A stance is the answer of the mock to a question that the documents leave open. To find the answers of another server, run `touchstone conform stances`. To change the mock, use `serve --stances` or `createMock({ stances })`: [calibrate the mock](../calibration.md). The number of a record is that of a [decision](../decisions).',
    ...parts,
  ]
    .join('\n\n')
    .concat('\n');
}

function toRow([id, stance]: readonly [string, Stance]): string {
  const { question, mock, basis = 'inferred', record } = stance;
  const open = stance.switch ? describeValues(stance).replaceAll('"', '') : 'no switch';
  return `| ${question}<br>\`${id}\` | ${mock}; ${basis}, record ${record.number}, ${record.heading} | ${open} |`;
}
