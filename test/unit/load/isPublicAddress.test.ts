import { expect, test } from 'vitest';
import { isPublicAddress } from '../../../generator/load/fetchText.js';

const open = `
  8.8.8.8 1.1.1.1 172.15.0.1 172.32.0.1 192.167.1.1 100.128.0.1 223.255.255.255 2606:4700::1111 ::ffff:8.8.8.8
  ::ffff:0:8.8.8.8 64:ff9b::8.8.8.8 64:ff9b::808:808 2002:808:808:: 2002:0808:0808::1
  2001:0:808:808:0:0:f7f7:f7f7 2001:200::1 2001:4860:4860::8888 2003::1
`;

const closed = `
  0.0.0.0 10.1.2.3 100.64.0.1 127.0.0.1 127.255.0.1 169.254.169.254 172.16.0.1 172.31.255.255 192.0.0.1 192.168.1.1
  198.18.0.1 224.0.0.1 239.1.1.1 255.255.255.255 :: ::1 fc00::1 fd12::1 fe80::1 fec0::1 ff02::1 ::ffff:127.0.0.1
  ::ffff:a00:1 64:ff9b::7f00:1 64:ff9b::169.254.169.254 2002:7f00:1:: 2002:a00:1::1 2001:0:1::
  ::ffff:0:127.0.0.1 ::ffff:0:7f00:1 ::ffff:0:a9fe:a9fe ::ffff:0:10.1.2.3 64:ff9b:1::8.8.8.8 64:ff9b:1:ffff::1
  2001:0:808:808:0:0:80ff:fffe 2001:0:a00:1:0:0:f7f7:f7f7 ::8.8.8.8 ::127.0.0.1 fe80::1%eth0
`;

test.each(open.trim().split(/\s+/))('%s is public', (address) => expect(isPublicAddress(address)).toBe(true));

test.each(closed.trim().split(/\s+/))('%s is not', (address) => expect(isPublicAddress(address)).toBe(false));
