import type { Answer } from '../serve.js';
import {
  dateTime,
  each,
  email,
  findFaults,
  integer,
  matches,
  oneOf,
  record,
  slug,
  text,
  type Fields,
} from './check.js';
import { json, once, readNumber, type Request, type Routes } from './http.js';
import { missing, Problem, refuse, refuseIf } from './problem.js';
import type { Category, Order, Shop } from './shop.js';

const articleNumber = matches(/^[A-Z]{3}-\d{4}$/, 'an article number such as TOY-0300');
const category: Fields = {
  id: slug,
  name: text(1, 60),
  skus: each(articleNumber, 1000),
  children: (value) => each(record(category, ['id', 'name']), 1000)(value),
};
const newOrder = {
  email,
  lines: each(record({ sku: articleNumber, quantity: integer(1, 20) }, ['sku']), 20),
  giftNote: text(0, 140),
  cardToken: matches(/^tok_[A-Za-z0-9]{8,40}$/, 'a card token'),
};
const orderFilter = {
  status: oneOf('placed', 'shipped', 'delivered', 'cancelled'),
  placedSince: dateTime,
  cursor: text(1, 40),
  limit: integer(1, 50),
};

/** What can be done with the catalogue and the orders. */
export function orderRoutes(shop: Shop): Routes {
  return {
    'GET /catalogue': { open: true, handle: () => json(200, shop.catalogue) },
    'PUT /catalogue': { handle: (request) => replaceCatalogue(shop, request) },
    'GET /orders': { handle: (request) => listOrders(shop, request) },
    'POST /orders': { handle: once((request) => placeOrder(shop, request)) },
    'GET /orders/{orderId}': { handle: (request) => json(200, findOrder(shop, request)) },
    'DELETE /orders/{orderId}': { handle: (request) => cancelOrder(shop, request) },
  };
}

function replaceCatalogue(shop: Shop, { body }: Request): Answer {
  refuse(findFaults(body, category, ['id', 'name']));
  const tree = body as unknown as Category;
  const ids = flatten(tree).map(({ id }) => id);
  refuseIf(new Set(ids).size < ids.length, 'children', 'Two categories have the same id.');
  shop.catalogue = tree;
  return json(200, tree);
}

function flatten(tree: Category): Category[] {
  return [tree, ...(tree.children ?? []).flatMap(flatten)];
}

function listOrders(shop: Shop, { query }: Request): Answer {
  const filter = {
    status: query.get('status') ?? undefined,
    placedSince: query.get('placedSince') ?? undefined,
    cursor: query.get('cursor') ?? undefined,
    limit: readNumber(query, 'limit') ?? 20,
  };
  refuse(findFaults(filter, orderFilter));
  const since = Date.parse(filter.placedSince ?? '1970-01-01T00:00:00Z');
  const found = shop.orders.filter(
    ({ status, placedAt }) => status === (filter.status ?? status) && Date.parse(placedAt) >= since,
  );
  const start = found.findIndex((order) => cursorOf(order) === filter.cursor) + 1;
  refuseIf(filter.cursor !== undefined && start === 0, 'cursor', 'Is not a cursor of this list.');
  const items = found.slice(start, start + filter.limit);
  const nextCursor = start + items.length < found.length ? cursorOf(items.at(-1)!) : null;
  return json(200, { items, nextCursor });
}

function cursorOf({ id }: Order): string {
  return Buffer.from(String(id)).toString('base64url');
}

function placeOrder(shop: Shop, { body }: Request): Answer {
  refuse(findFaults(body, newOrder, ['email', 'lines']));
  const { email: customer, giftNote, lines: wanted } = body as unknown as Order;
  const lines = wanted.map(({ sku, quantity = 1 }) => ({ sku, quantity }));
  const sold = new Set(flatten(shop.catalogue).flatMap(({ skus }) => skus ?? []));
  refuseIf(lines.length === 0, 'lines', 'Must have at least one line.');
  refuse(
    lines.flatMap(({ sku }, index) =>
      sold.has(sku) ? [] : [{ pointer: `#/lines/${index}/sku`, detail: `${sku} is not in the catalogue.` }],
    ),
  );
  const gone = lines.find(({ sku }) => shop.soldOut.has(sku));
  if (gone) throw new Problem(409, `${gone.sku} is sold out.`);
  slowDown(shop, customer);
  const rest = { status: 'placed', placedAt: new Date().toISOString() } as const;
  const order: Order = {
    id: shop.orders[0]!.id + 1,
    email: customer,
    lines,
    ...(giftNote && { giftNote }),
    ...rest,
  };
  shop.orders.unshift(order);
  return json(201, order, { Location: `/v1/orders/${order.id}` });
}

/** Three orders a minute for one address. */
function slowDown(shop: Shop, customer: string): void {
  const times = shop.orders
    .filter((order) => order.email === customer)
    .map((order) => Date.parse(order.placedAt));
  const wait = Math.ceil(((times[2] ?? 0) + 60_000 - Date.now()) / 1000);
  if (wait <= 0) return;
  throw new Problem(429, `${customer} has placed 3 orders within a minute.`, undefined, {
    'Retry-After': String(wait),
  });
}

function findOrder(shop: Shop, { path }: Request): Order {
  return shop.orders.find(({ id }) => String(id) === path.orderId) ?? missing(`order ${path.orderId}`);
}

function cancelOrder(shop: Shop, request: Request): Answer {
  const order = findOrder(shop, request);
  if (order.status !== 'placed') {
    throw new Problem(409, `The order is ${order.status} and cannot be cancelled.`);
  }
  order.status = 'cancelled';
  return { status: 204 };
}
