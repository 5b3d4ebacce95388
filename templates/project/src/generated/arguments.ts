/** Arguments of `get_example`: get one example. */
export interface GetExampleArguments {
  /** Identifier of the example */
  exampleId: string;
  /** Members to answer with */
  fields?: string[];
}

/** Arguments of `create_example`: create an example. */
export interface CreateExampleArguments {
  /** Name of the example */
  name: string;
  kind?: 'small' | 'large';
}

/** The arguments of every tool, by the tool's name. */
export interface Arguments {
  get_example: GetExampleArguments;
  create_example: CreateExampleArguments;
}
