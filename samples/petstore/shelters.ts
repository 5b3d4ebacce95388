import type { Answer } from '../serve.js';
import { findFaults, oneOf, text } from './check.js';
import { json, type Request, type Routes } from './http.js';
import { missing, refuse } from './problem.js';
import type { Shelter, Shop } from './shop.js';

const weekday = oneOf('monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday');

/** The shelters, which need no key. */
export function shelterRoutes(shop: Shop): Routes {
  return {
    'GET /shelters': { open: true, handle: (request) => listShelters(shop, request) },
    'GET /shelters/{shelterId}': { open: true, handle: (request) => json(200, findShelter(shop, request)) },
  };
}

function listShelters(shop: Shop, { query }: Request): Answer {
  const filter = { city: query.get('city') ?? undefined, day: query.get('openOn') ?? undefined };
  refuse(findFaults({ city: filter.city, openOn: filter.day }, { city: text(1, 60), openOn: weekday }));
  const found = shop.shelters.filter(
    ({ city, openOn }) =>
      (filter.city === undefined || city === filter.city) &&
      (filter.day === undefined || openOn.includes(filter.day)),
  );
  return json(200, found);
}

function findShelter(shop: Shop, { path }: Request): Shelter {
  return shop.shelters.find(({ id }) => id === path.shelterId) ?? missing(`shelter "${path.shelterId}"`);
}
