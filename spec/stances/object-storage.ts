import { under } from './stance.ts';

const { status } = under(15, 'The example applications');

/** What is open about the object-storage example; what its Worker answers is its own, so none of it is a switch. */
export const objectStorageStances = {
  'object-storage.range.status': status({
    question: 'Which status has the answer with a range of an object: 200 or 206?',
    mock: 200,
    basis: 'documented',
  }),
  'object-storage.missing.status': status({
    question: 'Which status has an object that is not there?',
    mock: 404,
    basis: 'documented',
  }),
  'object-storage.not-modified.status': status({
    question: 'Which status has a GET whose If-None-Match is the etag of the object?',
    mock: 412,
    basis: 'documented',
  }),
  'object-storage.bad-etag.status': status({
    question: 'Which status has a GET whose If-Match is no etag?',
    mock: 400,
  }),
  'object-storage.delete-missing.status': status({
    question: 'Which status has the deletion of an object that is not there?',
    mock: 200,
    basis: 'documented',
  }),
};
