import { expect, test } from 'vitest';
import { countedNetworks, networkOf, siteOf } from './network.ts';

test('an IPv4 address is a network of its own', () => {
  expect(networkOf('203.0.113.7')).toBe('203.0.113.7');
});

test('an IPv4 address that a socket for both kinds reports is the same network', () => {
  expect(networkOf('::ffff:203.0.113.7')).toBe('203.0.113.7');
  expect(networkOf('::ffff:cb00:7107')).toBe('203.0.113.7');
});

test('addresses of one /64 are one network, however they are written', () => {
  for (const address of [
    '2001:db8:1:2::1',
    '2001:db8:1:2:ffff:ffff:ffff:ffff',
    '2001:0DB8:0001:0002:0:0:0:9',
    '2001:db8:1:2::1%eth0',
    '2001:db8:1:2::198.51.100.1',
  ]) {
    expect(networkOf(address), address).toBe('2001:db8:1:2::/64');
  }
  expect(networkOf('::1')).toBe('0:0:0:0::/64');
  expect(networkOf('2001:db8::')).toBe('2001:db8:0:0::/64');
});

test('addresses of two /64 are two networks', () => {
  expect(networkOf('2001:db8:1:3::1')).not.toBe(networkOf('2001:db8:1:2::1'));
});

test('what is no address stays as it is', () => {
  expect(networkOf('')).toBe('');
  expect(networkOf('unknown')).toBe('unknown');
});

test('a site is wider than a network for IPv6 alone', () => {
  expect(siteOf('2001:db8:1:2::1')).toBe('2001:db8:1::/48');
  expect(siteOf('2001:db8:1:ffff::1')).toBe('2001:db8:1::/48');
  expect(siteOf('::ffff:203.0.113.7')).toBe('203.0.113.7');
});

test('a limit counts an IPv4 address once, and an IPv6 one also by its site', () => {
  expect(countedNetworks('203.0.113.7')).toEqual([{ network: '203.0.113.7', times: 1 }]);
  expect(countedNetworks('2001:db8:1:2::1')).toEqual([
    { network: '2001:db8:1:2::/64', times: 1 },
    { network: '2001:db8:1::/48', times: 2 },
  ]);
});
