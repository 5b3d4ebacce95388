import { isPublishedTo } from '../../model/publish/facts.js';
import { copyTemplate, render } from '../render.js';
import { type PublishedFile, type WriteContext } from './published.js';

const path = '.github/workflows/release.yml';

/** The workflow that releases a version where its tag is pushed: a job for each chosen place, and the MCP registry last. */
export function writeRelease({ facts, templates }: WriteContext): PublishedFile[] {
  const { image = '' } = facts.choices;
  const view = {
    npm: isPublishedTo(facts, 'npm'),
    mcpb: isPublishedTo(facts, 'mcpb'),
    // The token of the workflow opens this registry alone.
    image: isPublishedTo(facts, 'docker') && image.startsWith('ghcr.io/') ? image : '',
    registry: isPublishedTo(facts, 'registry'),
  };
  const packed = view.npm || view.mcpb || view.registry;
  const jobs = { npm: view.npm, bundle: view.mcpb, image: view.image !== '' };
  const needs = Object.entries(jobs).flatMap(([job, isThere]) => (isThere ? [job] : []));
  const text = render(copyTemplate(templates, `${path}.hbs`), {
    ...view,
    packed,
    needs: needs.length === 0 ? 'pack' : needs.join(', '),
  });
  return [{ path, content: text }];
}
