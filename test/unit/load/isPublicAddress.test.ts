import { expect, test } from 'vitest';
import { isPublicAddress } from '../../../generator/load/fetchText.js';

const open = `
  8.8.8.8 1.1.1.1 172.15.0.1 172.32.0.1 192.167.1.1 100.128.0.1 223.255.255.255 2606:4700::1111 ::ffff:8.8.8.8
`;

const closed = `
  0.0.0.0 10.1.2.3 100.64.0.1 127.0.0.1 127.255.0.1 169.254.169.254 172.16.0.1 172.31.255.255 192.0.0.1 192.168.1.1
  198.18.0.1 224.0.0.1 239.1.1.1 255.255.255.255 :: ::1 fc00::1 fd12::1 fe80::1 fec0::1 ff02::1 ::ffff:127.0.0.1
  ::ffff:a00:1 64:ff9b::7f00:1 2002:7f00:1:: 2001:0:1::
`;

test.each(open.trim().split(/\s+/))('%s is public', (address) => expect(isPublicAddress(address)).toBe(true));

test.each(closed.trim().split(/\s+/))('%s is not', (address) => expect(isPublicAddress(address)).toBe(false));
