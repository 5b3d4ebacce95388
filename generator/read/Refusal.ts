/** Why a regular expression cannot be written in another dialect: half a sentence, without a full stop. */
export class Refusal extends Error {
  override name = 'Refusal';
}
