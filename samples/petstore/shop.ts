/** What the shop knows; in memory, so a restart brings the first day back. */
export interface Shop {
  pets: Map<string, Pet>;
  /** By pet. */
  treatments: Map<string, Treatment[]>;
  /** The latest first. */
  orders: Order[];
  shelters: Shelter[];
  catalogue: Category;
  soldOut: Set<string>;
}

export interface Pet {
  id: string;
  name: string;
  species: string;
  birthDate: string | null;
  weightKg: number | null;
  microchip: string | null;
  tags: string[];
  notes: string | null;
  shelterId: string | null;
  status: 'available' | 'pending' | 'adopted';
  createdAt: string;
}

export type Treatment = { id: string; kind: 'vaccination' | 'surgery'; date: string; vet: string } & Record<
  string,
  unknown
>;

export interface Order {
  id: number;
  email: string;
  lines: { sku: string; quantity: number }[];
  giftNote?: string;
  status: 'placed' | 'shipped' | 'delivered' | 'cancelled';
  placedAt: string;
}

export interface Shelter {
  id: string;
  name: string;
  city: string;
  openOn: string[];
  homepage: string;
}

export interface Category {
  id: string;
  name: string;
  skus?: string[];
  children?: Category[];
}

const shelters: Shelter[] = [
  {
    id: 'harbour-street',
    name: 'Harbour Street Animal Home',
    city: 'Northport',
    openOn: ['monday', 'wednesday', 'saturday'],
    homepage: 'https://harbour-street.example.org/',
  },
  {
    id: 'hill-farm',
    name: 'Hill Farm Rescue',
    city: 'Upper Combe',
    openOn: ['saturday', 'sunday'],
    homepage: 'https://hillfarm.example.org/visit',
  },
  {
    id: 'tin-roof',
    name: 'The Tin Roof',
    city: 'Northport',
    openOn: ['tuesday', 'thursday'],
    homepage: 'https://tin-roof.example.org/',
  },
];

const pets: Pet[] = [
  pet(1, 'Biscuit', 'dog', '2019-03-14', 'harbour-street', 'pending', ['gentle'], 18.5, '276098100000001'),
  pet(2, 'Comet', 'dog', '2022-09-01', 'tin-roof', 'available', ['lively', 'house-trained'], 24, null),
  pet(3, 'Figaro', 'cat', '2017-05-20', 'harbour-street', 'adopted', [], 5.1, '276098100000003'),
  pet(4, 'Mochi', 'rabbit', '2023-11-05', 'hill-farm', 'available', ['shy'], 1.6, null),
  pet(5, 'Nimbus', 'cat', '2021-02-28', 'hill-farm', 'available', ['gentle', 'house-trained'], 3.9, null),
  pet(6, 'Olive', 'bird', '2020-07-07', 'tin-roof', 'available', ['talks'], null, null),
  pet(7, 'Pickle', 'rabbit', '2022-04-01', 'hill-farm', 'available', ['lively'], 2.2, null),
  pet(8, 'Quartz', 'fish', '2024-01-15', 'tin-roof', 'available', [], null, null),
  pet(9, 'Rumble', 'dog', '2012-10-10', 'harbour-street', 'available', ['gentle'], 31, '276098100000009'),
  pet(10, 'Sprout', 'cat', '2023-06-18', 'tin-roof', 'available', ['lively'], 3.2, null),
  pet(11, 'Thimble', 'bird', '2023-08-23', 'hill-farm', 'available', ['shy'], null, null),
  pet(12, 'Waffles', 'dog', '2021-12-24', 'hill-farm', 'available', ['gentle', 'house-trained'], 12.4, null),
];

function pet(
  number: number,
  name: string,
  species: string,
  birthDate: string,
  shelterId: string,
  status: Pet['status'],
  tags: string[],
  weightKg: number | null,
  microchip: string | null,
): Pet {
  const fixed = { id: idOf(number), notes: null, createdAt: '2024-02-01T10:00:00Z' };
  return { ...fixed, name, species, birthDate, weightKg, microchip, tags, shelterId, status };
}

function idOf(number: number): string {
  return `5b1d5c0e-7d0a-4b59-9a3e-2f6c1d9e${String(number).padStart(4, '0')}`;
}

const orders: Order[] = [
  {
    id: 1003,
    email: 'noor@example.com',
    lines: [{ sku: 'TOY-0300', quantity: 3 }],
    status: 'placed',
    placedAt: '2024-03-09T17:45:00Z',
  },
  {
    id: 1002,
    email: 'ada@example.com',
    lines: [
      { sku: 'FOO-0001', quantity: 1 },
      { sku: 'TRT-0100', quantity: 5 },
    ],
    giftNote: 'Welcome home, Figaro!',
    status: 'shipped',
    placedAt: '2024-03-02T08:30:00Z',
  },
  {
    id: 1001,
    email: 'lee@example.com',
    lines: [{ sku: 'FOO-0002', quantity: 2 }],
    status: 'delivered',
    placedAt: '2024-02-11T12:00:00Z',
  },
];

const catalogue: Category = {
  id: 'all',
  name: 'Everything',
  skus: [],
  children: [
    {
      id: 'food',
      name: 'Food',
      skus: ['FOO-0001', 'FOO-0002'],
      children: [{ id: 'treats', name: 'Treats', skus: ['TRT-0100', 'TRT-0200'] }],
    },
    { id: 'toys', name: 'Toys', skus: ['TOY-0300', 'TOY-0404'] },
  ],
};

/** The shop on its first day. */
export function openShop(): Shop {
  return structuredClone({
    pets: new Map(pets.map((seed) => [seed.id, seed])),
    treatments: new Map([
      [
        idOf(4),
        [
          {
            id: '0d6c2f5a-6f0e-4a53-b7a5-2f9a4b6e1c11',
            kind: 'vaccination' as const,
            date: '2024-01-20',
            vet: 'Dr. Okafor',
            vaccine: 'Myxomatosis',
            validUntil: '2025-01-20',
          },
        ],
      ],
    ]),
    orders,
    shelters,
    catalogue,
    soldOut: new Set(['TOY-0404']),
  });
}
