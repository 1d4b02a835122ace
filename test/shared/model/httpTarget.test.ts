import { describe, expect, it } from 'vitest';
import { filledTarget, hostOf, placeholders, targetFault } from '../../../shared/model/httpTarget.ts';

describe('the host of a request', () => {
  it.each([
    ['https://api.example.com/tasks/{id}', 'api.example.com'],
    ['HTTP://Example.com:8080', 'example.com:8080'],
    ['https://example.com:443/', 'example.com'],
    ['http://[::1]:3000/{a}?b={c.d}', '[::1]:3000'],
    // A backslash ends the host as a slash does.
    ['https://good.example\\@bad.example/', 'good.example'],
  ])('of %s is %s', (url, host) => {
    expect([targetFault(url), hostOf(url)]).toEqual([undefined, host]);
  });

  it.each([
    ['an input in it', 'https://{host}/x', 'name its host'],
    ['an input in its port', 'https://a.example:{port}/x', 'name its host'],
    ['a user before it', 'https://good.example@bad.example/', 'belong into a header'],
    ['another scheme', 'file:///etc/passwd', 'http:// or https://'],
    ['no scheme', 'api.example.com/x', 'http:// or https://'],
    ['a scheme that a line break hides', 'ht\ntps://a.example', 'http:// or https://'],
    ['no host', 'https:///', 'no URL'],
    ['a port that is none', 'https://a.example:99999/', 'no URL'],
    ['an input without a name', 'https://a.example/{}', 'without the name'],
  ])('is refused with %s', (_, url, fault) => {
    expect(targetFault(url)).toContain(fault);
    expect(hostOf(url)).toBeUndefined();
  });
});

describe('an input in a URL', () => {
  const fill = (url: string, value: string) => filledTarget(url, () => value)?.href;

  it('is named in braces, through objects by dots', () => {
    expect(placeholders('https://a.example/{item.id}/{ state }?q={item}')).toEqual(['item.id', 'state', 'item']);
  });

  it.each([
    ['a b/c?d#e&f', 'https://a.example/x/a%20b%2Fc%3Fd%23e%26f/y'],
    ['ü€', 'https://a.example/x/%C3%BC%E2%82%AC/y'],
    ['@bad.example:1/', 'https://a.example/x/%40bad.example%3A1%2F/y'],
    ['%2e%2e', 'https://a.example/x/%252e%252e/y'],
    ['', 'https://a.example/x//y'],
  ])('is percent-encoded: %s', (value, url) => {
    expect(fill('https://a.example/x/{v}/y', value)).toBe(url);
  });

  it('is refused where it would lead up to another path', () => {
    expect(fill('https://a.example/x/{v}/y', '..')).toBeUndefined();
    expect(fill('https://a.example/x/{v}', '.')).toBe('https://a.example/x/');
    expect(fill('https://a.example/x/{v}', '..')).toBeUndefined();
    expect(fill('https://a.example/x/.{v}/y', '.')).toBeUndefined();
    expect(fill('https://a.example/x?v={v}', '..')).toBe('https://a.example/x?v=..');
  });
});
