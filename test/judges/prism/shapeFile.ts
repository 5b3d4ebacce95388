import type { Api } from '../../../generator/model/api.js';
import { defaults } from '../../../generator/model/config.js';
import { collector } from '../../../generator/model/diagnostic.js';
import type { Server } from '../../../generator/model/server.js';
import { judgePatterns } from '../../../generator/shape/enforced/patterns.js';
import { select } from '../../../generator/shape/select/select.js';
import { shapeTools } from '../../../generator/shape/shapeTools.js';
import { readOnce } from '../../support/realDocuments.js';

/**
 * What a document becomes, as far as requests depend on it: how many tokens a tool takes is guessed, and how clients
 * see it is not checked, which both take longer than all the rest.
 */
export async function shapeFile(file: string, baseUrl: string): Promise<{ api: Api; server: Server }> {
  const { report } = collector();
  const config = { ...defaults, baseUrl };
  const reading = await readOnce(file);
  const { api: selected } = select(reading.api, config, report);
  const api = judgePatterns(selected, report);
  return { api, server: shapeTools(api, config, report, (text) => Math.ceil(text.length / 4)) };
}
