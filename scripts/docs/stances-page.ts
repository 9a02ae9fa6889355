import { describeValues } from '../../spec/stances/check-stances.ts';
import { type Stance, stanceList } from '../../spec/stances/index.ts';

/** The page that lists all stances. */
export function stancesPage(note: string): string {
  const services = Map.groupBy(stanceList, ([id]) => id.split('.')[0] ?? '');
  const parts = [...services].map(([service, some]) =>
    [
      `## ${service}`,
      ['| Question | The mock | |', '| --- | --- | --- |', ...some.map(toRow)].join('\n'),
    ].join('\n\n'),
  );
  return [
    '# Stances',
    note,
    'What the documents leave open, and what the mock does there. `touchstone conform stances` tests the same on any target, and `serve --stances` and `createMock({ stances })` change the mock: [calibrating the mock](../calibration.md). A record is one of the [decisions](../decisions).',
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
