import { under } from './stance.ts';

const { code, status, yesOrNo } = under(4, 'Settings');

/** What is open about the settings of a zone. */
export const settingsStances = {
  'settings.unknown.status': status({
    question: 'Which status has a setting that does not exist?',
    mock: 400,
    basis: 'observed',
    switch: { refusal: 'setting-unknown', member: 'status' },
  }),
  'settings.not-editable.status': status({
    question: 'Which status has a change of content_converter in a zone that may not convert?',
    mock: 400,
    switch: { refusal: 'setting-conversion-not-editable', member: 'status' },
  }),
  'settings.not-editable.code': code({
    question: 'Which code has the error of a change of content_converter in a zone that may not convert?',
    mock: 1057,
    switch: { refusal: 'setting-conversion-not-editable', member: 'code' },
  }),
  'settings.same-value.counts': yesOrNo({
    question: 'Does modified_on move when a setting is changed to the value that it has?',
    mock: true,
    switch: 'behaviour',
  }),
};
