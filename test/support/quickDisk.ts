import { type Disk, realDisk } from '../../generator/write/disk.js';

/** The disk without waiting for it: no test cuts the power. */
export const quickDisk: Disk = { ...realDisk, sync: async () => {} };
