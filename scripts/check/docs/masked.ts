/** What differs from run to run, hidden: times, ids of exchanges, the version of curl. */
export function masked(text: string): string {
  return text
    .trim()
    .replace(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, '<time>')
    .replace(/"id":"[\w-]+","datetime"/g, '"id":"<id>","datetime"')
    .replace(/"rayName":"\w+"/g, '"rayName":"<ray>"')
    .replace(/curl\/[\w.-]+/g, 'curl');
}
