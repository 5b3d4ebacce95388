/** A grey PNG of one pixel, and a millisecond of silence as WAV. */
const samples: Readonly<Record<string, string>> = {
  'image/png': 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAAAAAA6fptVAAAACklEQVR4nGNoAAAAggCBd81ytgAAAABJRU5ErkJggg==',
  'audio/wav': 'UklGRiwAAABXQVZFZm10IBAAAAABAAEAQB8AAEAfAAABAAgAZGF0YQgAAACAgICAgICAgA==',
};

/** What stands for a file of a media type: a tiny one, or a text where none is known here. */
export function sampleBytes(mediaType: string): Uint8Array {
  const sample = samples[mediaType];
  return sample === undefined ? Buffer.from('A sample file.\n') : Buffer.from(sample, 'base64');
}
