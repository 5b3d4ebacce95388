// Generated from the API's document. Changes belong into src/custom.ts: one made here can stop the next run.
import type { SearchEntry } from '../runtime/tool.js';

/** What the tools are found by, in the order in which they are listed. */
export const search: readonly SearchEntry[] = [
  {
    name: 'list_pets',
    toolset: 'pets',
    readOnly: true,
    title: 'List pets',
    arguments: 'page?, limit?, status?, species?, tag?, minAge?, maxAge?, bornAfter?, search?, sort?',
    terms:
      'list pet|get|match given filter one pag tim without adopt now limit status speci tag min age max born after search sort',
  },
  {
    name: 'create_pet',
    toolset: 'pets',
    readOnly: false,
    title: 'Add a pet',
    arguments:
      'name, species, Idempotency-Key?, birthDate?, weightKg?, microchip?, tags?, notes?, shelterId?',
    terms:
      'creat pet add||tak animal shelter adopt moment idempotenci key nam speci birth dat weight kg microchip tag not id',
  },
  {
    name: 'get_pet',
    toolset: 'pets',
    readOnly: true,
    title: 'Look up one pet',
    arguments: 'petId',
    terms: 'get pet look up one|id',
  },
  {
    name: 'delete_pet',
    toolset: 'pets',
    readOnly: false,
    title: 'Remove a pet',
    arguments: 'petId',
    terms: 'delet pet remov|id|book good promis somebodi stai',
  },
  {
    name: 'update_pet',
    toolset: 'pets',
    readOnly: false,
    title: 'Change a pet',
    arguments: 'petId, body',
    terms:
      'updat pet chang|id|nam field leav other set null clear status onli adoption bodi weight kg microchip tag not',
  },
  {
    name: 'adopt_pet',
    toolset: 'pets',
    readOnly: false,
    title: 'Adopt a pet',
    arguments: 'petId, ownerName, ownerEmail, fetchAt?, message?',
    terms: 'adopt pet|id adoption creat|promis availabl new owner pend until fetch nam email messag',
  },
  {
    name: 'list_treatments',
    toolset: 'pets',
    readOnly: true,
    title: "List a pet's treatments",
    arguments: 'petId, kind?',
    terms: 'list treatment pet|id get|vet did latest first kind',
  },
  {
    name: 'add_treatment',
    toolset: 'pets',
    readOnly: false,
    title: 'Record a treatment',
    arguments: 'petId, body',
    terms:
      'add treatment record|pet id creat|writ vaccination surgeri paper bodi kind dat vet vaccin valid until procedur anaesthesia',
  },
  {
    name: 'get_catalogue',
    toolset: 'orders',
    readOnly: true,
    title: 'Show the catalogue',
    arguments: '',
    terms: 'get catalogu show|order list|whol tre categori each articl sold own sub',
  },
  {
    name: 'replace_catalogue',
    toolset: 'orders',
    readOnly: false,
    title: 'Replace the catalogue',
    arguments: 'id, name, skus?, children?',
    terms: 'replac catalogu|order updat|put another tre categori plac present one touch id nam skus children',
  },
  {
    name: 'list_orders',
    toolset: 'orders',
    readOnly: true,
    title: 'List orders',
    arguments: 'status?, placedSince?, cursor?, limit?',
    terms: 'list order|get|latest first follow next cursor until null see status plac sinc limit',
  },
  {
    name: 'place_order',
    toolset: 'orders',
    readOnly: false,
    title: 'Place an order',
    arguments: 'email, lines, Idempotency-Key?, giftNote?, cardToken?',
    terms:
      'plac order|creat|food toy sent hom one e mail address thre minut next wait idempotenci key email lin gift not card token',
  },
  {
    name: 'get_order',
    toolset: 'orders',
    readOnly: true,
    title: 'Look up one order',
    arguments: 'orderId',
    terms: 'get order look up one|id',
  },
  {
    name: 'cancel_order',
    toolset: 'orders',
    readOnly: false,
    title: 'Cancel an order',
    arguments: 'orderId',
    terms: 'cancel order|id delet|left shop stai list status cancell',
  },
  {
    name: 'list_shelters',
    toolset: 'shelters',
    readOnly: true,
    title: 'List shelters',
    arguments: 'city?, openOn?',
    terms: 'list shelter|get|citi open',
  },
  {
    name: 'get_shelter',
    toolset: 'shelters',
    readOnly: true,
    title: 'Look up one shelter',
    arguments: 'shelterId',
    terms: 'get shelter look up one|id',
  },
];
