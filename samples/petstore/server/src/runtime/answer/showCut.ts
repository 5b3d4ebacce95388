import { askForLess, type WayToLess } from './askForLess.js';
import { cutJson } from './cutJson.js';
import { cutText } from './cutText.js';
import { describeCut } from './describeCut.js';
import { listPaging } from './listPaging.js';

/** What is shown of an answer that is too long. */
export interface ShownCut {
  text: string;
  /** Part of the list is missing, and can be had by a smaller page: who went on to the next one would lose it. */
  losesPage: boolean;
}

/** Cuts an answer, compact JSON or another text, and says in a line of its own what is missing and how to get it. */
export function showCut(text: string, isJson: boolean, most: number, way: WayToLess): ShownCut {
  const { text: kept, missing } = isJson ? cutJson(text, most) : cutText(text, most);
  const isSized = listPaging(way.recipe).some(({ kind }) => kind === 'size' || kind === 'offset');
  return {
    text: detach(`${kept}\n${describeCut(missing, askForLess(way, missing))}`),
    losesPage: isSized && missing.some(({ of }) => of !== 'characters'),
  };
}

/** The same text by itself: a part of a text keeps all of that in memory. */
function detach(text: string): string {
  return Buffer.from(text, 'utf16le').toString('utf16le');
}
