import { randomUUID } from 'node:crypto';
import type { Answer } from '../serve.js';
import {
  date,
  dateTime,
  each,
  email,
  findFaults,
  integer,
  matches,
  number,
  oneOf,
  orNull,
  slug,
  text,
} from './check.js';
import { json, once, readNumber, type Request, type Routes } from './http.js';
import { missing, Problem, refuse, refuseIf } from './problem.js';
import type { Pet, Shop, Treatment } from './shop.js';

const tags = each(matches(/^[a-z]+(-[a-z]+)*$/, 'lower-case words with dashes'), 10);
const species = oneOf('cat', 'dog', 'rabbit', 'bird', 'fish');
const changes = {
  name: text(1, 40),
  weightKg: orNull(number(0, 120)),
  microchip: orNull(matches(/^\d{15}$/, '15 digits')),
  tags,
  notes: orNull(text(0, 500)),
};
const newPet = { ...changes, species, birthDate: orNull(date), shelterId: orNull(slug) };
const petFilter = {
  status: oneOf('available', 'pending', 'adopted'),
  species: each(species, 5),
  tag: tags,
  minAge: integer(0, 40),
  maxAge: integer(0, 40),
  bornAfter: date,
  search: text(2, 60),
  sort: oneOf('name', '-name', 'birthDate', '-birthDate'),
  page: integer(1, 1000),
  limit: integer(1, 50),
};
const adoption = { ownerName: text(1, 80), ownerEmail: email, fetchAt: dateTime, message: text(0, 500) };
const anyTreatment = { kind: oneOf('vaccination', 'surgery'), date, vet: text(1, 80) };
const treatments = {
  vaccination: {
    fields: { ...anyTreatment, vaccine: text(1, 60), validUntil: date },
    required: ['kind', 'date', 'vet', 'vaccine'],
  },
  surgery: {
    fields: { ...anyTreatment, procedure: text(1, 120), anaesthesia: oneOf('none', 'local', 'general') },
    required: ['kind', 'date', 'vet', 'procedure'],
  },
};

/** What can be done with the pets. */
export function petRoutes(shop: Shop): Routes {
  return {
    'GET /pets': { open: true, handle: (request) => listPets(shop, request) },
    'POST /pets': { handle: once((request) => createPet(shop, request)) },
    'GET /pets/{petId}': { open: true, handle: (request) => json(200, findPet(shop, request)) },
    'PATCH /pets/{petId}': { handle: (request) => updatePet(shop, request) },
    'DELETE /pets/{petId}': { handle: (request) => deletePet(shop, request) },
    'POST /pets/{petId}/adoption': { handle: (request) => adoptPet(shop, request) },
    'GET /pets/{petId}/treatments': { handle: (request) => listTreatments(shop, request) },
    'POST /pets/{petId}/treatments': { handle: (request) => addTreatment(shop, request) },
  };
}

function listPets(shop: Shop, { query }: Request): Answer {
  const filter = {
    status: query.get('status') ?? 'available',
    species: query.get('species')?.split(','),
    tag: query.getAll('tag'),
    minAge: readNumber(query, 'minAge'),
    maxAge: readNumber(query, 'maxAge'),
    bornAfter: query.get('bornAfter') ?? undefined,
    search: query.get('search') ?? undefined,
    sort: query.get('sort') ?? 'name',
    page: readNumber(query, 'page') ?? 1,
    limit: readNumber(query, 'limit') ?? 10,
  };
  refuse(findFaults(filter, petFilter));
  const { minAge = -Infinity, maxAge = Infinity } = filter;
  refuseIf(minAge > maxAge, 'minAge', 'Must not be above maxAge.');

  const found = [...shop.pets.values()].filter(
    (pet) =>
      pet.status === filter.status &&
      (filter.species?.includes(pet.species) ?? true) &&
      filter.tag.every((tag) => pet.tags.includes(tag)) &&
      (filter.minAge === undefined || ageOf(pet) >= filter.minAge) &&
      (filter.maxAge === undefined || ageOf(pet) <= filter.maxAge) &&
      (filter.bornAfter === undefined || (pet.birthDate ?? '') > filter.bornAfter) &&
      `${pet.name} ${pet.notes ?? ''}`.toLowerCase().includes(filter.search?.toLowerCase() ?? ''),
  );
  const key = filter.sort.endsWith('name') ? 'name' : 'birthDate';
  found.sort((a, b) => (a[key] ?? '').localeCompare(b[key] ?? ''));
  if (filter.sort.startsWith('-')) found.reverse();

  const { page, limit } = filter;
  const items = found.slice((page - 1) * limit, page * limit);
  const links = [
    ...(page * limit < found.length ? [linkTo(query, page + 1, 'next')] : []),
    ...(page > 1 ? [linkTo(query, page - 1, 'prev')] : []),
  ];
  const headers = links.length > 0 ? { Link: links.join(', ') } : {};
  return json(200, { items, total: found.length, page, limit }, headers);
}

/** In whole years; NaN, which is neither over nor under any age, where nobody knows it. */
function ageOf({ birthDate }: Pet): number {
  if (birthDate === null) return NaN;
  const years = Number(today().slice(0, 4)) - Number(birthDate.slice(0, 4));
  return today().slice(5) < birthDate.slice(5) ? years - 1 : years;
}

function linkTo(query: URLSearchParams, page: number, relation: string): string {
  const there = new URLSearchParams(query);
  there.set('page', String(page));
  return `</v1/pets?${there}>; rel="${relation}"`;
}

function createPet(shop: Shop, { body }: Request): Answer {
  refuse(findFaults(body, newPet, ['name', 'species']));
  const { birthDate = null, shelterId = null } = body as Partial<Pet>;
  const known = shelterId === null || shop.shelters.some(({ id }) => id === shelterId);
  refuseIf(birthDate !== null && birthDate > today(), 'birthDate', 'Must not be in the future.');
  refuseIf(!known, 'shelterId', `There is no shelter "${shelterId}".`);
  refuseTwin(shop, body);
  const id = randomUUID();
  const unset = { birthDate: null, weightKg: null, microchip: null, tags: [], notes: null, shelterId: null };
  const given = { id, status: 'available', createdAt: new Date().toISOString() };
  const pet = { ...unset, ...body, ...given } as unknown as Pet;
  shop.pets.set(id, pet);
  return json(201, pet, { Location: `/v1/pets/${id}` });
}

/** No two pets share a chip. */
function refuseTwin(shop: Shop, { microchip }: Request['body'], self?: Pet): void {
  const twin = [...shop.pets.values()].find((pet) => pet.microchip === microchip && pet !== self);
  if (microchip && twin) throw new Problem(409, `That chip belongs to ${twin.name} already.`);
}

function findPet(shop: Shop, { path }: Request): Pet {
  return shop.pets.get(path.petId ?? '') ?? missing(`pet ${path.petId}`);
}

function updatePet(shop: Shop, request: Request): Answer {
  const pet = findPet(shop, request);
  refuse(findFaults(request.body, changes));
  refuseTwin(shop, request.body, pet);
  Object.assign(pet, request.body);
  return json(200, pet);
}

function deletePet(shop: Shop, request: Request): Answer {
  const pet = findPet(shop, request);
  if (pet.status !== 'available') {
    throw new Problem(409, `${pet.name} is ${pet.status} and stays in the books.`);
  }
  shop.pets.delete(pet.id);
  return { status: 204 };
}

function adoptPet(shop: Shop, request: Request): Answer {
  const pet = findPet(shop, request);
  refuse(findFaults(request.body, adoption, ['ownerName', 'ownerEmail']));
  if (pet.status !== 'available') {
    throw new Problem(409, `${pet.name} is ${pet.status} and cannot be adopted.`);
  }
  pet.status = 'pending';
  return json(200, pet);
}

function listTreatments(shop: Shop, request: Request): Answer {
  const kind = request.query.get('kind') ?? undefined;
  refuse(findFaults({ kind }, anyTreatment));
  const all = shop.treatments.get(findPet(shop, request).id) ?? [];
  return json(200, kind === undefined ? all : all.filter((treatment) => treatment.kind === kind));
}

function addTreatment(shop: Shop, request: Request): Answer {
  const { body } = request;
  const pet = findPet(shop, request);
  refuse(findFaults({ kind: body.kind }, anyTreatment, ['kind']));
  const { fields, required } = treatments[body.kind as Treatment['kind']];
  refuse(findFaults(body, fields, required));
  refuseIf(
    pet.birthDate !== null && (body.date as string) < pet.birthDate,
    'date',
    `${pet.name} was born on ${pet.birthDate}.`,
  );
  const treatment = { id: randomUUID(), ...body } as Treatment;
  const all = [treatment, ...(shop.treatments.get(pet.id) ?? [])];
  all.sort((a, b) => b.date.localeCompare(a.date));
  shop.treatments.set(pet.id, all);
  return json(201, treatment);
}

function today(): string {
  return new Date().toISOString().slice(0, 10);
}
