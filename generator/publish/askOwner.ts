import type { PublishFacts, PublishFinding } from '../model/publish/facts.js';
import { findingsFor } from './projectFiles.js';

/** What only the owner knows: where it is written, and the line to write. Places that ask for the same say it alike, so that it is told once. */
const subjects = {
  license: { file: 'package.json', at: '/license', line: '"license": "MIT"' },
  author: { file: 'package.json', at: '/author', line: '"author": "Your Name"' },
  repository: {
    file: 'package.json',
    at: '/repository',
    line: '"repository": { "type": "git", "url": "git+https://github.com/{owner}/{name}.git" }',
  },
  url: { file: 'mcpwright.yaml', at: '/publish/url', line: 'url: https://mcp.example.com/mcp' },
  image: { file: 'mcpwright.yaml', at: '/publish/image', line: 'image: ghcr.io/{owner}/{name}' },
  icon: { file: 'mcpwright.yaml', at: '/publish/icon', line: 'icon: assets/icon.png' },
  iconUrl: { file: 'mcpwright.yaml', at: '/publish/iconUrl', line: 'iconUrl: https://example.com/icon.png' },
  privacy: { file: 'mcpwright.yaml', at: '/publish/privacy', line: 'privacy: https://example.com/privacy' },
  support: { file: 'mcpwright.yaml', at: '/publish/support', line: 'support: https://example.com/support' },
  category: { file: 'mcpwright.yaml', at: '/publish/category', line: 'category: developer-tools' },
  name: { file: 'mcpwright.yaml', at: '/publish/name', line: 'name: io.github.{owner}/{name}' },
} as const;

/** What lets users log in where they would have to show a fixed token. */
export const letLogIn =
  'Write in mcpwright.yaml, under features: auth: true\nand under publish: access: oauth; or access: none, where nobody has to log in.';

/** The owner of a repository where none is named. */
const someone = 'your-name';

/** A finding about what a place asks for, and only the owner knows. */
export function askOwner(
  place: PublishFinding['place'],
  severity: PublishFinding['severity'],
  subject: keyof typeof subjects,
  facts: Pick<PublishFacts, 'name' | 'package'>,
  message: string,
): PublishFinding {
  const { file, at, line } = subjects[subject];
  const { repository } = facts.package;
  const owner = repository?.host === 'github' ? repository.owner : someone;
  const filled = line.replace('{owner}', owner).replace('{name}', facts.name);
  const where = file === 'package.json' ? 'package.json' : 'mcpwright.yaml, under publish';
  const yours = /example\.com|your-name|Your Name/.test(filled) ? ', with your own' : '';
  return findingsFor(place, file)(severity, message, `Write in ${where}${yours}: ${filled}`, at);
}
