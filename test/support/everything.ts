import type { FeatureChoices } from '../../generator/model/config.js';

/** The choices of an owner who wants all parts of the runtime that documents alone do not ask for. */
export const everything: FeatureChoices = {
  mode: 'dynamic',
  auth: true,
  users: true,
  sessions: true,
  limits: true,
  page: true,
  card: true,
  skills: true,
  questions: true,
  signing: true,
  telemetry: true,
  mock: true,
  proxies: true,
  commands: true,
  downloads: true,
  patterns: true,
};
