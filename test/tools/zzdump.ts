import { writeFileSync } from 'node:fs';
import { load } from '../../generator/load/load.js';
import { defaults } from '../../generator/model/config.js';
import { read } from '../../generator/read/read.js';
import { shapeTools } from '../../generator/shape/shapeTools.js';
import { loadTokenCounter } from '../../generator/text/tokens.js';
import { askSentences } from '../support/askSentences.js';
const S='/work/shared/specs/';
const docs: Record<string,string>={kubernetes:S+'kubernetes.json',stripe:S+'stripe.json',docker:S+'docker-engine.yaml',discord:S+'discord.json',figma:S+'figma.yaml',qdrant:S+'qdrant.json',conjur:S+'conjur-multi/openapi.yml',autorest:S+'autorest-url.json',petstore:'samples/petstore/openapi.yaml',startrek:'node_modules/@readme/oas-examples/3.0/json/star-trek.json',github:'/tmp/s/octo/node_modules/@octokit/openapi/generated/api.github.com.json'};
const only=process.argv.slice(2);
for(const [name,file] of Object.entries(docs)){ if(only.length&&!only.includes(name))continue;
 const api=read(await load(file,{readStdin:()=>Promise.resolve('')} as never,()=>{}),()=>{});
 const server=shapeTools(api,defaults,()=>{},await loadTokenCounter());
 const ops=new Map(api.operations.map(o=>[o.pointer,o]));
 const {questions}=askSentences(api,server);
 const tools=server.toolsets.flatMap(({name:toolset,tools})=>tools.map(({tool,enforced,pointer,search})=>({tool,enforced,toolset,operation:ops.get(pointer),search})));
 writeFileSync(`/tmp/s/cache/${name}.json`,JSON.stringify({title:api.info?.title??server.api.title,api:server.api,toolsets:server.toolsets.map(({name,title}:any)=>({name,title})),tools,components:server.components,all:api.components,questions:questions.map(q=>({query:q.query,right:[...q.right]}))}));
 console.log(name,tools.length);
}
