import { under } from './stance.ts';

const { status } = under(15, 'The example applications');

/** Open questions about the object-storage example; its Worker decides the answers, so none is a switch. */
export const objectStorageStances = {
  'object-storage.range.status': status({
    question: 'Which status does an answer with a range of an object have: 200 or 206?',
    mock: 200,
    basis: 'documented',
  }),
  'object-storage.missing.status': status({
    question: 'Which status does an unknown object get?',
    mock: 404,
    basis: 'documented',
  }),
  'object-storage.not-modified.status': status({
    question: 'Which status does a GET get whose If-None-Match is the etag of the object?',
    mock: 412,
    basis: 'documented',
  }),
  'object-storage.bad-etag.status': status({
    question: 'Which status does a GET get whose If-Match is not an etag?',
    mock: 400,
  }),
  'object-storage.delete-missing.status': status({
    question: 'Which status does the deletion of an unknown object get?',
    mock: 200,
    basis: 'documented',
  }),
};
