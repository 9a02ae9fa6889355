import { describe, expect, it } from 'vitest';
import { ZoneFixture } from '../testing/zone-fixture.ts';

const on = { content_converter: true };
const everything = 'http.host eq "example.localhost"';

describe('configuration rules', () => {
  it('tell nobody from elsewhere than loopback', async () => {
    const fixture = new ZoneFixture();
    fixture.configure({ expression: everything, action_parameters: on });
    const response = await fixture.send('/', {}, { address: '203.0.113.7', loopback: false });
    expect(response.headers.get('touchstone-config')).toBeNull();
    expect(fixture.asked[0]?.context.decisions).toEqual(on);
  });
});
