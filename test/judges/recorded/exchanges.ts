import type { ObjectSchema } from '../../../templates/project/src/runtime/tool.js';
import { type Fault, faults } from '../faults/faults.js';

/** One request to the server, and how the API behaves while it is answered. */
export interface Exchange {
  name: string;
  /** The message, without its id; text is sent as it is. */
  message: Record<string, unknown> | string;
  /** The API misbehaves so; otherwise the pet shop answers. */
  fault?: Fault;
}

type Values = Readonly<Record<string, unknown>>;

const pet = '5b1d5c0e-7d0a-4b59-9a3e-2f6c1d9e0004';
const treatment = { kind: 'vaccination', date: '2024-05-01', vet: 'Dr. Moss', vaccine: 'rabies' };

/** Arguments that each tool of the pet shop accepts; the order is that of the calls, since some change the shop. */
const accepted: Readonly<Record<string, readonly Values[]>> = {
  list_pets: [{}, { species: ['cat', 'rabbit'], limit: 2 }, { tag: ['gentle'], page: 1 }],
  get_pet: [{ petId: pet }, { petId: pet.toUpperCase() }],
  create_pet: [{ name: 'Biscuit', species: 'dog', weightKg: 7.5, tags: ['gentle'] }],
  update_pet: [{ petId: pet, notes: null, weightKg: 4 }],
  list_treatments: [{ petId: pet }, { petId: pet, kind: 'surgery' }],
  add_treatment: [{ petId: pet, body: treatment }],
  adopt_pet: [{ petId: pet, ownerName: 'Ada', ownerEmail: 'ada@example.com' }],
  delete_pet: [{ petId: pet }],
  get_catalogue: [{}],
  replace_catalogue: [
    { id: 'all', name: 'All', children: [{ id: 'food', name: 'Food', skus: ['FOO-0001'] }] },
  ],
  list_orders: [{}, { limit: 1 }, { status: 'shipped', placedSince: '2024-03-01T00:00:00Z' }],
  place_order: [{ email: 'ada@example.com', lines: [{ sku: 'FOO-0001', quantity: 2 }] }],
  get_order: [{ orderId: 1002 }, { orderId: '1002' }, { orderId: '9007199254740993' }],
  cancel_order: [{ orderId: 1002 }],
  list_shelters: [{}, { city: 'Northport', openOn: 'Saturday' }],
  get_shelter: [{ shelterId: 'harbour-street' }],
};

/** Values that models and careless programs send. */
const odd = [
  null,
  0,
  -1,
  1.5,
  '',
  ' ',
  'x',
  '5',
  'true',
  true,
  [],
  {},
  ['x'],
  [null],
  { x: 1 },
  '{"x":1}',
  '["cat"]',
  'é'.repeat(200),
  '../..',
  '\u0000',
  1e21,
  [[]],
];
/** Odd values that are tried for each argument. */
const triesOfArgument = 4;

const call = (name: string, values: unknown) => ({
  method: 'tools/call',
  params: { name, arguments: values },
});

/** The calls of all tools. Each order is that of another customer: how often one may order depends on the time. */
function* listCalls(schemas: Readonly<Record<string, ObjectSchema>>): Generator<Exchange> {
  let customers = 0;
  for (const exchange of listUnnamed(schemas)) {
    const text = JSON.stringify(exchange.message);
    customers += 1;
    const message = JSON.parse(text.replace('"ada@example.com"', `"ada${customers}@example.com"`)) as object;
    yield { ...exchange, message: message as Exchange['message'] };
  }
}

function* listUnnamed(schemas: Readonly<Record<string, ObjectSchema>>): Generator<Exchange> {
  let turn = 0;
  for (const [tool, sets] of Object.entries(accepted)) {
    const [first = {}] = sets;
    const properties = Object.keys(schemas[tool]?.properties ?? {});
    // What is refused comes first: what is accepted may delete what the tool is about.
    for (const property of properties)
      for (let index = 0; index < triesOfArgument; index++) {
        const value = odd[turn++ % odd.length];
        yield {
          name: `${tool}: ${property} is ${JSON.stringify(value).slice(0, 20)}`,
          message: call(tool, { ...first, [property]: value }),
        };
      }
    for (const property of Object.keys(first)) {
      const { [property]: _, ...rest } = first;
      yield { name: `${tool}: without ${property}`, message: call(tool, rest) };
    }
    yield { name: `${tool}: something unknown`, message: call(tool, { ...first, unknwon: 1 }) };
    for (const [index, values] of sets.entries())
      yield { name: `${tool}: accepted ${index + 1}`, message: call(tool, values) };
  }
}

const messages: Exchange[] = [
  { name: 'a list', message: { method: 'tools/list', params: {} } },
  { name: 'a list from nowhere', message: { method: 'tools/list', params: { cursor: 'nowhere' } } },
  { name: 'a ping', message: { method: 'ping' } },
  { name: 'resources', message: { method: 'resources/list', params: {} } },
  { name: 'templates', message: { method: 'resources/templates/list', params: {} } },
  { name: 'prompts', message: { method: 'prompts/list', params: {} } },
  {
    name: 'a resource that is none',
    message: { method: 'resources/read', params: { uri: 'shop://nothing' } },
  },
  { name: 'an unknown method', message: { method: 'tools/nothing', params: {} } },
  { name: 'an unknown tool', message: call('get_pets', {}) },
  { name: 'a tool named after a member of objects', message: call('constructor', {}) },
  { name: 'a tool without a name', message: { method: 'tools/call', params: { arguments: {} } } },
  { name: 'a name that is a number', message: { method: 'tools/call', params: { name: 5 } } },
  { name: 'no parameters', message: { method: 'tools/call' } },
  { name: 'arguments that are a list', message: call('list_pets', []) },
  { name: 'arguments that are text', message: call('list_pets', '{}') },
  { name: 'arguments that are null', message: call('list_pets', null) },
  { name: 'no arguments', message: { method: 'tools/call', params: { name: 'list_pets' } } },
];

/** How much of its answer is read before it is known to be too much differs from time to time. */
const unsteady = new Set(['sends more lines than anybody reads']);

/** Faults whose answers are small and always the same, and that do not wait for a time to run out. */
const quick = faults.filter(
  ({ name, answer, at = 'api', endless, isLarge, isFile }) =>
    answer !== undefined && at === 'api' && !endless && !isLarge && !isFile && !unsteady.has(name),
);

const underFault: Exchange[] = quick.flatMap((fault) => [
  { name: `GET where the API ${fault.name}`, message: call('get_catalogue', {}), fault },
  {
    name: `POST where the API ${fault.name}`,
    message: call('create_pet', accepted['create_pet']?.[0]),
    fault,
  },
]);

/** All requests to the server of the pet shop. */
export function listExchanges(schemas: Readonly<Record<string, ObjectSchema>>): Exchange[] {
  return [...messages, ...listCalls(schemas), ...underFault];
}
