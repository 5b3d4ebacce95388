import type { PublishFacts } from './facts.js';

/** Longest name and description of an Agent Skill (Agent Skills specification, frontmatter). */
export const longestSkill = { name: 64, description: 1_024 };

/** Lines and tokens that a skill's SKILL.md stays below, so that it is read as a whole (Agent Skills specification). */
export const skillRoom = { lines: 500, tokens: 5_000 };

/** What a skill must not have in its name, since it would seem to be of a vendor. */
export const reservedInSkills = /anthropic|claude/;

/** The server's name as that of a skill and of its folder: `^[a-z0-9]+(-[a-z0-9]+)*$`, 64 characters at most. */
export function nameSkill({ name }: Pick<PublishFacts, 'name'>): string {
  const parts = name
    .toLowerCase()
    .split(new RegExp(`${reservedInSkills.source}|[^a-z0-9]+`))
    .filter((part) => part !== '');
  const joined = parts.join('-').slice(0, longestSkill.name).replace(/-+$/, '');
  return reservedInSkills.test(joined) || joined === '' ? 'api' : joined;
}
