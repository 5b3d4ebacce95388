import { deflateRawSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { unpack } from '../../../../templates/project/src/runtime/result/unpack.js';

const frame = (stream: number, text: string | Buffer): Buffer => {
  const content = Buffer.from(text as string);
  const head = Buffer.alloc(8);
  head[0] = stream;
  head.writeUInt32BE(content.length, 4);
  return Buffer.concat([head, content]);
};

/** A file in a tar as `tar --format=ustar` writes it. */
function tarEntry(name: string, content: Buffer, type = '0', size = content.length.toString(8)): Buffer {
  const head = Buffer.alloc(512);
  head.write(name, 0);
  head.write(size.padStart(11, '0'), 124);
  head.write(type, 156);
  head.write('ustar\u000000', 257);
  return Buffer.concat([head, content, Buffer.alloc((512 - (content.length % 512)) % 512)]);
}

const tar = (...entries: Buffer[]) => Buffer.concat([...entries, Buffer.alloc(1024)]);

/** A zip of one member, as its directory says it. */
function zip(name: string, content: Buffer, size = content.length): Buffer {
  const packed = deflateRawSync(content);
  const local = Buffer.alloc(30);
  local.write('PK\u0003\u0004', 0);
  local.writeUInt16LE(name.length, 26);
  const central = Buffer.alloc(46);
  central.write('PK\u0001\u0002', 0);
  central.writeUInt16LE(8, 10);
  central.writeUInt32LE(packed.length, 20);
  central.writeUInt32LE(size, 24);
  central.writeUInt16LE(name.length, 28);
  const end = Buffer.alloc(22);
  end.write('PK\u0005\u0006', 0);
  end.writeUInt32LE(local.length + name.length + packed.length, 16);
  return Buffer.concat([local, Buffer.from(name), packed, central, Buffer.from(name), end]);
}

const read = (body: Buffer) => unpack(new Uint8Array(body));

test('the frames of a stream are its text, also where a letter stands in two of them', () => {
  const [first, second] = [Buffer.from('ä').subarray(0, 1), Buffer.from('ä').subarray(1)];
  expect(read(Buffer.concat([frame(1, 'one\n'), frame(1, first), frame(1, second)]))).toEqual({
    text: 'one\nä',
    isAll: true,
  });
});

test('the frames of two streams say which they are of', () => {
  expect(read(Buffer.concat([frame(1, 'fine\n'), frame(2, 'not\n')]))?.text).toBe(
    '[stdout] fine\n[stderr] not\n',
  );
});

test.each([
  ['of an unknown stream', frame(3, 'a')],
  ['that ends beyond the bytes', frame(1, 'abc').subarray(0, 9)],
  ['that is no text', frame(1, Buffer.from([0xff]))],
  ['followed by other bytes', Buffer.concat([frame(1, 'a'), Buffer.from('rest')])],
])('a frame %s is none', (_name, bytes) => {
  expect(read(bytes)).toBeUndefined();
});

test('a tar says what is in it, with the texts that are small', () => {
  const found = read(
    tar(
      tarEntry('logs/', Buffer.alloc(0), '5'),
      tarEntry('logs/a.txt', Buffer.from('one\ntwo\n')),
      tarEntry('logs/b.bin', Buffer.from([0, 1, 2])),
      tarEntry('logs/c.txt', Buffer.alloc(20_000, 'c')),
    ),
  );
  expect(found).toEqual({
    text: 'In this archive:\nlogs/a.txt (8 bytes):\none\ntwo\nlogs/b.bin (3 bytes)\nlogs/c.txt (20 KB)',
    isAll: false,
  });
});

test('a zip does, too', () => {
  expect(read(zip('1_build.txt', Buffer.from('all is well')))?.text).toBe(
    'In this archive:\n1_build.txt (11 bytes):\nall is well',
  );
});

test('a zip that lies of its size is not inflated beyond what is shown', () => {
  expect(read(zip('bomb.txt', Buffer.alloc(50_000_000, 'a'), 10))?.text).toBe(
    'In this archive:\nbomb.txt (10 bytes)',
  );
});

test.each([
  ['-7777777777', 'a.txt (0 bytes):\n'],
  ['77777777777', 'a.txt (8 GB)'],
])('a tar that lies of a size (%s) has an end all the same', (size, described) => {
  const text = read(tar(tarEntry('a.txt', Buffer.alloc(0), '0', size)))?.text;
  expect(text).toBe(`In this archive:\n${described}`);
});

test('of many members, a hundred are named, and of long texts as many as there is room for', () => {
  const many = Array.from({ length: 150 }, (_, index) => tarEntry(`${index}.txt`, Buffer.alloc(1000, 'x')));
  const text = read(tar(...many))?.text ?? '';
  expect(text).toContain('\n99.txt (1000 bytes)');
  expect(text).not.toContain('100.txt');
  expect(text.endsWith('\nand more')).toBe(true);
  expect(text.length).toBeLessThan(20_000);
});

test('other bytes are not unpacked', () => {
  expect(read(Buffer.from('PK\u0005\u0006'))).toBeUndefined();
  expect(read(Buffer.from([1, 2, 255]))).toBeUndefined();
});
