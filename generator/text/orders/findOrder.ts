/** Words that address a model rather than describe an API; texts that only a reader of the source sees. */
const orders = new RegExp(
  [
    String.raw`\b(?:ignore|disregard|forget|override)\b[^.\n]{0,30}\b(?:previous|prior|above|earlier|all|any|other|your)\b[^.\n]{0,20}\b(?:instructions?|prompts?|rules|guidelines|messages)\b`,
    String.raw`\b(?:reveal|print|output|repeat|show|send|leak|include|override)\b[^.\n]{0,20}\b(?:your|the) (?:system|developer) (?:prompt|message)\b`,
    String.raw`\byou (?:must|should|have to|need to|shall) (?:always |first |also )*(?:call|invoke|run|execute) (?:this|all|any|every)\b[^.\n]{0,20}\b(?:tool|function)s?\b`,
    String.raw`\b(?:always|before anything else|before (?:using|calling) any other)[^.\n]{0,30}\b(?:call|use|invoke) this (?:tool|function)\b`,
    String.raw`(?:^|[.!?:;\n>]\s{0,8}|\b(?:and|but|please|must) )(?:do not|don't|never) (?:tell|inform|mention|reveal|show)\b[^.\n]{0,30}\b(?:the )?(?:user|human)\b`,
    String.raw`\b(?:as an|you are (?:now )?an?) (?:helpful )?(?:ai|llm|(?:large )?language model|ai (?:assistant|agent))\b`,
    String.raw`\byou are (?:now )?an? (?:helpful )?assistant\b`,
    String.raw`<!--[^>]{0,200}\b(?:ignore|you must|assistant|model|llm|prompt|instruction)\b`,
    String.raw`<\/?(?:system|important|instructions?|assistant)>`,
  ].join('|'),
  'i',
);

/** Words that praise a tool before others, or send a model to tools and servers that are not this one. */
const steering = new RegExp(
  [
    String.raw`\b(?:use|call|prefer|choose|pick|invoke) this (?:tool|function|server)\b[^.\n]{0,30}\b(?:instead of|rather than|over|before) (?:any |all |every )?(?:others?|another)\b`,
    String.raw`\b(?:never|do not|don't) (?:use|call|invoke) (?:any |the )?other (?:tool|function|(?:mcp )?server)s?\b`,
    String.raw`\b(?:use|call|invoke|query|ask|connect to) (?:the |an?other |any )(?:\w+ ){0,2}mcp (?:server|tool)s?\b`,
    String.raw`\bthe (?:llm|ai|(?:ai|language) (?:model|agent|assistant)|chatbot) (?:must|should|shall|has to|needs to)\b`,
    String.raw`\bwithout (?:telling|informing|asking|notifying) (?:the |your )?(?:user|human)\b`,
    String.raw`\b(?:claude|chatgpt|gemini|copilot|llms?|ai agents?)[,:] (?:you )?(?:must|should|always|never|please)\b`,
  ].join('|'),
  'i',
);

/** The words of a text that are an order to a model; undefined where it only describes. */
export function findOrder(text: string): string | undefined {
  return orders.exec(text)?.[0].trim();
}

/** The same, and the words by which a text sends models to a tool or away from others. */
export function findSteering(text: string): string | undefined {
  return findOrder(text) ?? steering.exec(text)?.[0].trim();
}
