import { comparePatternsWith } from '../../templates/project/src/runtime/patterns/compilePattern.js';
import { prepareBounded } from '../../templates/project/src/runtime/patterns/prepareBounded.js';

// Documents may hold patterns of any kind: what generates judges all of them.
comparePatternsWith(prepareBounded);

export {
  TooLongError,
  boundPatterns,
  compilePattern,
} from '../../templates/project/src/runtime/patterns/compilePattern.js';
