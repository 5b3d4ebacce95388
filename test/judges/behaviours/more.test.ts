import { describeCases } from './describeCases.js';
import { readCases } from './readCases.js';

describeCases(readCases().filter(({ area }) => area.startsWith('more-')));
