import { under } from './stance.ts';

const { code, status, yesOrNo } = under(4, 'Settings');

/** Open questions about the settings of a zone. */
export const settingsStances = {
  'settings.unknown.status': status({
    question: 'Which status does an unknown setting get?',
    mock: 400,
    basis: 'observed',
    switch: { refusal: 'setting-unknown', member: 'status' },
  }),
  'settings.not-editable.status': status({
    question: 'Which status does a change of content_converter get in a zone that cannot convert?',
    mock: 400,
    switch: { refusal: 'setting-conversion-not-editable', member: 'status' },
  }),
  'settings.not-editable.code': code({
    question: 'Which error code does a change of content_converter get in a zone that cannot convert?',
    mock: 1057,
    switch: { refusal: 'setting-conversion-not-editable', member: 'code' },
  }),
  'settings.same-value.counts': yesOrNo({
    question: 'Does modified_on move when a setting is changed to its current value?',
    mock: true,
    switch: 'behaviour',
  }),
};
