// Generated from the API's document. Changes belong into src/custom.ts: one made here can stop the next run.

/** Arguments of `list_pets`: List pets */
export interface ListPetsArguments {
  /** Which page, counted from 1. */
  page?: number;
  /** How many pets a page holds at most. */
  limit?: number;
  /** Where the pet stands on its way to a new home. */
  status?: 'available' | 'pending' | 'adopted';
  /** Only these species, separated by commas. */
  species?: ('cat' | 'dog' | 'rabbit' | 'bird' | 'fish')[];
  /** Only pets that carry all of these tags. Repeat the parameter for several. */
  tag?: string[];
  /** Only pets of at least this age, in whole years; leaves out those whose age nobody knows. Example: 2. */
  minAge?: number;
  /** Only pets of at most this age, in whole years. Not below minAge. Example: 8. */
  maxAge?: number;
  /** Only pets born after this day. Example: "2022-06-30". */
  bornAfter?: string;
  /** Text to look for in names and notes; case does not matter. Example: "gentle". */
  search?: string;
  /** The order of the list. A minus sign turns it around. */
  sort?: 'name' | '-name' | 'birthDate' | '-birthDate';
}

/** Arguments of `create_pet`: Add a pet */
export interface CreatePetArguments {
  /**
   * A fresh UUID for each intended change. Sent again with the same body it returns the first answer instead
   * of doing the work twice. Example: "3d7b1f0e-5a44-4c8e-8c2e-61f0c5a9d0b1".
   */
  'Idempotency-Key'?: string;
  /** What it listens to. */
  name: string;
  /** What kind of animal it is. */
  species: 'cat' | 'dog' | 'rabbit' | 'bird' | 'fish';
  /** The day of birth, or the vet's best guess; null if nobody knows. Not in the future. */
  birthDate?: string | null;
  /** Weight in kilograms; null if nobody has weighed it. */
  weightKg?: number | null;
  /** The 15 digits of its chip; null if it has none. No two pets share one. */
  microchip?: string | null;
  tags?: string[];
  /** What a new owner should know. */
  notes?: string | null;
  /** The shelter that it came from; null for a stray. */
  shelterId?: string | null;
}

/** Arguments of `get_pet`: Look up one pet */
export interface GetPetArguments {
  /** The pet's id. Example: "5b1d5c0e-7d0a-4b59-9a3e-2f6c1d9e0004". */
  petId: string;
}

/** Arguments of `delete_pet`: Removes a pet from the books for good */
export interface DeletePetArguments {
  /** The pet's id. Example: "5b1d5c0e-7d0a-4b59-9a3e-2f6c1d9e0004". */
  petId: string;
}

/** Arguments of `update_pet`: Changes the named fields and leaves the others as they are */
export interface UpdatePetArguments {
  /** The pet's id. Example: "5b1d5c0e-7d0a-4b59-9a3e-2f6c1d9e0004". */
  petId: string;
  /** null clears it. At least one of name, weightKg, microchip, tags, notes must be given. */
  name?: string | null;
  /** Weight in kilograms. null clears it. */
  weightKg?: number | null;
  /** The 15 digits of its chip. null clears it. */
  microchip?: string | null;
  /** The whole new list; it takes the place of the old one. null clears it. */
  tags?: string[] | null;
  /** What a new owner should know. null clears it. */
  notes?: string | null;
}

/** Arguments of `adopt_pet`: Adopt a pet */
export interface AdoptPetArguments {
  /** The pet's id. Example: "5b1d5c0e-7d0a-4b59-9a3e-2f6c1d9e0004". */
  petId: string;
  /** Who takes the pet home. */
  ownerName: string;
  /** Where the papers are sent. */
  ownerEmail: string;
  /** When the owner means to come by. */
  fetchAt?: string;
  /** Anything the staff should know. */
  message?: string;
}

/** Arguments of `list_treatments`: List a pet's treatments */
export interface ListTreatmentsArguments {
  /** The pet's id. Example: "5b1d5c0e-7d0a-4b59-9a3e-2f6c1d9e0004". */
  petId: string;
  /** Only treatments of this kind. */
  kind?: 'vaccination' | 'surgery';
}

/** Arguments of `add_treatment`: Record a treatment */
export interface AddTreatmentArguments {
  /** The pet's id. Example: "5b1d5c0e-7d0a-4b59-9a3e-2f6c1d9e0004". */
  petId: string;
  /** A vaccination or a surgery; kind says which. */
  body:
    | {
        kind: 'vaccination';
        /** The day of the treatment. Not before the pet was born. */
        date: string;
        /** Who did it. */
        vet: string;
        /** What the pet is protected against. */
        vaccine: string;
        /** The last day of the protection. */
        validUntil?: string;
      }
    | {
        kind: 'surgery';
        /** The day of the treatment. Not before the pet was born. */
        date: string;
        /** Who did it. */
        vet: string;
        /** What was done. */
        procedure: string;
        anaesthesia?: 'none' | 'local' | 'general';
      };
}

/** Arguments of `get_catalogue`: Show the catalogue */
export type GetCatalogueArguments = Record<string, never>;

/** Arguments of `replace_catalogue`: Puts another tree of categories in place of the present one */
export interface ReplaceCatalogueArguments {
  /** A short name in lower case, with dashes between words. */
  id: string;
  name: string;
  /** The articles on this shelf. */
  skus?: string[];
  /** The categories inside this one. */
  children?: {
    /** A short name in lower case, with dashes between words. */
    id: string;
    name: string;
    /** The articles on this shelf. */
    skus?: string[];
    /** The categories inside this one. */
    children?: { [name: string]: unknown }[];
  }[];
}

/** Arguments of `list_orders`: List orders */
export interface ListOrdersArguments {
  /** Only orders in this state. Example: "shipped". */
  status?: 'placed' | 'shipped' | 'delivered' | 'cancelled';
  /** Only orders placed at this moment or later. Example: "2024-03-01T00:00:00Z". */
  placedSince?: string;
  /** The nextCursor of the page before; leave it out for the first page. Example: "MTAwMg". */
  cursor?: string;
  /** How many orders a page holds at most. */
  limit?: number;
}

/** Arguments of `place_order`: Place an order */
export interface PlaceOrderArguments {
  /**
   * A fresh UUID for each intended change. Sent again with the same body it returns the first answer instead
   * of doing the work twice. Example: "3d7b1f0e-5a44-4c8e-8c2e-61f0c5a9d0b1".
   */
  'Idempotency-Key'?: string;
  /** Who ordered, and where the bill goes. */
  email: string;
  lines: {
    /** An article number. */
    sku: string;
    quantity?: number;
  }[];
  /** A line printed on the parcel. */
  giftNote?: string;
  /** Token of a stored card. It is taken in, never shown. */
  cardToken?: string;
}

/** Arguments of `get_order`: Look up one order */
export interface GetOrderArguments {
  /** The order's number. Example: 1002. */
  orderId: number;
}

/** Arguments of `cancel_order`: Cancels an order that has not left the shop */
export interface CancelOrderArguments {
  /** The order's number. Example: 1002. */
  orderId: number;
}

/** Arguments of `list_shelters`: List shelters */
export interface ListSheltersArguments {
  /** Only shelters in this city. Example: "Northport". */
  city?: string;
  /** Only shelters that are open on this day of the week. Example: "saturday". */
  openOn?: 'monday' | 'tuesday' | 'wednesday' | 'thursday' | 'friday' | 'saturday' | 'sunday';
}

/** Arguments of `get_shelter`: Look up one shelter */
export interface GetShelterArguments {
  /** The shelter's short name. Example: "harbour-street". */
  shelterId: string;
}

/** The arguments of every tool, by its name. */
export interface Arguments {
  list_pets: ListPetsArguments;
  create_pet: CreatePetArguments;
  get_pet: GetPetArguments;
  delete_pet: DeletePetArguments;
  update_pet: UpdatePetArguments;
  adopt_pet: AdoptPetArguments;
  list_treatments: ListTreatmentsArguments;
  add_treatment: AddTreatmentArguments;
  get_catalogue: GetCatalogueArguments;
  replace_catalogue: ReplaceCatalogueArguments;
  list_orders: ListOrdersArguments;
  place_order: PlaceOrderArguments;
  get_order: GetOrderArguments;
  cancel_order: CancelOrderArguments;
  list_shelters: ListSheltersArguments;
  get_shelter: GetShelterArguments;
}
