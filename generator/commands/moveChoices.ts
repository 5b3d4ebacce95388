import { isAbsolute, relative, sep } from 'node:path';
import { isWebUrl } from '../load/fetchText.js';
import { type Config, type SourceChoice, isTarball } from '../model/config.js';

/** The choices with paths that start from another folder, as a file in it has them: with forward slashes. */
export function moveChoices(config: Config, folder: string): Config {
  return {
    ...config,
    ...moveSome(config, folder),
    runtime: {
      package: isTarball(config.runtime.package)
        ? movePath(config.runtime.package, folder)
        : config.runtime.package,
    },
    sources: config.sources.map((one) => moveSome(one, folder)),
  };
}

function moveSome<T extends Pick<SourceChoice, 'document' | 'overlays' | 'refs'>>(
  choices: T,
  folder: string,
): T {
  const { document, overlays, refs } = choices;
  const move = (path: string) => movePath(path, folder);
  const moveSource = (source: string) => (source === '' || isWebUrl(source) ? source : move(source));
  return {
    ...choices,
    // Standard input has no name.
    document: document === '-' ? '' : moveSource(document),
    ...(overlays && { overlays: overlays.map(moveSource) }),
    ...(refs && { refs: { ...refs, ...(refs.folders && { folders: refs.folders.map(move) }) } }),
  };
}

function movePath(path: string, folder: string): string {
  const way = relative(folder, path);
  // On Windows what is on another drive has no relative path.
  return isAbsolute(way) ? way : way.split(sep).join('/') || '.';
}
