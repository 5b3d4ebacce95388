import { readFileSync } from 'node:fs';
import { indexTool } from '../../generator/shape/words/indexTool.js';
import { describe } from '../../generator/shape/words/describe.js';
import { listAnswered, listPatched } from '../../generator/shape/words/listWords.js';
import { namePaths } from '../../generator/shape/names/namePaths.js';
import { createSearch } from '../../templates/project/src/runtime/search/createSearch.js';
const names=['kubernetes','stripe','docker','discord','figma','github','qdrant','conjur','autorest','petstore','startrek'];
const D:any={}; for(const n of names) D[n]=JSON.parse(readFileSync(`/tmp/s/cache/${n}.json`,'utf8'));
const reqs=JSON.parse(readFileSync('/work/shared/cases/search/requests.json','utf8')).filter((r:any)=>D[r.doc]);
const tasks=JSON.parse(readFileSync('test/bench/searchQueries.json','utf8')).map((t:any)=>({doc:({'docker-engine':'docker','conjur-multi':'conjur'} as any)[t.document]??t.document,query:t.query,gold:t.right}));
const verbose=process.argv.includes('-v');
const info=(d:any)=>({title:d.title,toolsets:d.toolsets} as any);
const searches:any={}; const hidden:any={};
for(const n of names){const d=D[n];const namer=namePaths({operations:d.tools.map((t:any)=>t.operation),components:d.all} as any);const many=(o:any)=>namer.verbOf(o)==='list';const ops=d.tools.map((t:any)=>t.operation);const look=(name:string)=>d.components[name]??d.all?.[name]??true;
 searches[n]=(createSearch as any)(d.tools.map((t:any)=>indexTool({tool:t.tool,operation:t.operation,toolset:t.toolset,enforced:t.enforced,isMany:many(t.operation),answered:listAnswered(t.operation,(x:string)=>d.all?.[x]??true),patched:listPatched(t.operation,{operations:ops,components:d.all} as any)},look)),d.api.name);
 hidden[n]=(createSearch as any)(d.tools.map((t:any)=>indexTool({tool:{...t.tool,...describe({...t.operation,description:''})},operation:{...t.operation,description:''},toolset:t.toolset,enforced:t.enforced,isMany:many(t.operation),answered:listAnswered(t.operation,(x:string)=>d.all?.[x]??true),patched:listPatched(t.operation,{operations:ops,components:d.all} as any)},look)),d.api.name);}
const rank=(s:any,q:string,right:Set<string>)=>{const r=s(q);const list=Array.isArray(r)?r:r.entries;return list.findIndex((e:any)=>right.has(e.name))+1;};
function tell(name:string,ranks:number[]){const p=(k:number)=>(100*ranks.filter(r=>r>0&&r<=k).length/ranks.length).toFixed(1);console.log(name.padEnd(12),String(ranks.length).padStart(5),p(1).padStart(6),p(5).padStart(6),p(10).padStart(6));return [1,5,10].map(k=>+p(k));}
const goldOf=(doc:string,gold:string[])=>new Set<string>(D[doc].tools.filter((t:any)=>gold.includes(`${t.operation.method} ${t.operation.path}`)).map((t:any)=>t.tool.name));
for(const [title,list] of [['requests',reqs],['tasks',tasks]] as const){
 const ranks=list.map((r:any)=>{const g=goldOf(r.doc,r.gold);if(!g.size)console.log('NONE',r.doc,r.gold);const k=rank(searches[r.doc],r.query,g);if(verbose&&(k===0||k>1))console.log(String(k).padStart(4),r.doc,'|',r.query,'|',[...g][0],'|',((x=>Array.isArray(x)?x:x.entries)(searches[r.doc](r.query)) as any[]).slice(0,3).map((e:any)=>e.name).join(' '));return k;});
 tell(title,ranks);
 if(process.argv.includes('-d'))for(const n of names){const sub=ranks.filter((_:any,i:number)=>list[i].doc===n);if(sub.length)tell('  '+n,sub);}
}
const sums=[0,0,0];let c=0;
for(const n of names){const q=D[n].questions;if(D[n].tools.length<=60||!q.length)continue;const show=process.argv.includes('-s'+n);const r=tell(n,q.map((x:any)=>{const k=rank(hidden[n],x.query,new Set(x.right));if(show&&k!==1)console.log(String(k).padStart(4),x.query,'|',x.right[0],'|',((z=>Array.isArray(z)?z:z.entries)(hidden[n](x.query)) as any[]).slice(0,3).map((e:any)=>e.name).join(' '));return k;}));r.forEach((v,i)=>sums[i]+=v);c++;}
console.log('sentences',sums.map(s=>(s/c).toFixed(1)).join(' '));
const at=process.argv.indexOf('-q');
if(at>0){(globalThis as any).DBG=1;const [doc,...qs]=process.argv.slice(at+1);for(const q of qs){const r=searches[doc!](q);console.log('Q',q,r.unknown,r.isPoor);for(const e of r.entries.slice(0,6))console.log('  ',e.name,e.act,e.terms.slice(0,200));}}
