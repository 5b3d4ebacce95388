/** One operation, what it is given, and what has to come of it; plain JSON, so that it can be written down. */
export interface Case {
  version: '2.0' | '3.0.4' | '3.1.1' | '3.2.0';
  /** Without its path parameters, which follow it: `/c`. */
  path?: string;
  parameters: readonly Described[];
  /** The body, and how it is described. */
  body?: { value: unknown; mediaType: string; encoding?: Record<string, object> };
}

/** A Parameter Object and its value; one that has no value is not given. */
export interface Described {
  name: string;
  in: 'path' | 'query' | 'querystring' | 'header' | 'cookie' | 'formData';
  value?: unknown;
  style?: string;
  explode?: boolean;
  allowReserved?: boolean;
  allowEmptyValue?: boolean;
  /** The media type, where it has `content`. */
  mediaType?: string;
  /** Of the properties, where the media type is that of a form. */
  encoding?: Record<string, object>;
  /** In a document of version 2.0. */
  collectionFormat?: string;
}

/** A request as it goes over the wire. */
export interface Wire {
  url: string;
  /** Without those that are not of the case. */
  headers: Record<string, string>;
  body?: string;
}
