/** Whether a media type is text that can be read as it is: XML, CSV, YAML and the like among it. */
export function isText(mediaType: string): boolean {
  return /^text\/|[/+]xml\b|[/+-](yaml|json|jsonl|ndjson|csv|graphql|javascript|json-seq)\b|x-www-form-urlencoded/i.test(
    mediaType,
  );
}
