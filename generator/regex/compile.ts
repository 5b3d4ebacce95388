import { comparePatternsWith } from '../../templates/project/src/runtime/patterns/compilePattern.js';
import { sortBranches } from '../../templates/project/src/runtime/validate/sortBranches.js';
import { sortBranchesBy } from '../../templates/project/src/runtime/validate/validate.js';
import { prepareBounded } from '../../templates/project/src/runtime/patterns/prepareBounded.js';

// Documents may hold patterns and unions of any kind: what generates judges all of them.
comparePatternsWith(prepareBounded);
sortBranchesBy(sortBranches);

export {
  TooLongError,
  boundPatterns,
  compilePattern,
} from '../../templates/project/src/runtime/patterns/compilePattern.js';
