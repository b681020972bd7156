// Writes the types of requests and records from the library's published schemas: node types.mjs [--check]. With --check, it only
// says whether they are current.

import { readFileSync, writeFileSync } from 'node:fs';
import { compile } from 'json-schema-to-typescript';

const file = new URL('src/engine/records.ts', import.meta.url);
const read = (name) => JSON.parse(readFileSync(new URL(`../../../docs/src/schemas/${name}.json`, import.meta.url), 'utf8'));

/** The records that the page reads, and the schemas that describe them. */
const RECORDS = {
    CommonRecord: 'common', FamiliesRecord: 'families', ShowRecord: 'show', ExplainRecord: 'explain', EncodeRecord: 'encode', CompareRecord: 'compare', TraceRecord: 'trace', AnyReply: 'reply',
};
/** What the genres' `solve` prints stands for that of all families: solutions apart, they are the same. */
const SOLVED = 'genre-solve';

/**
 * A schema in the words of draft 4, which the compiler knows: words beside a reference stand around it, and the types of
 * a tuple are its items. What may be left out is left out, never null.
 */
function older(schema) {
    if (Array.isArray(schema)) return schema.map(older);
    if (schema === null || typeof schema !== 'object') return schema;
    const { $ref, prefixItems, ...others } = Object.fromEntries(Object.entries(schema).map(([key, value]) => [key, older(value)]));
    if (prefixItems) return { ...others, items: prefixItems };
    for (const [name, type] of Object.entries(others.properties ?? {})) {
        if (!others.required?.includes(name)) others.properties[name] = notNull(type);
    }
    if (!$ref) return others;
    return Object.keys(others).length > 0 ? { ...others, allOf: [{ $ref }] } : { $ref };
}

function notNull({ type, anyOf, ...others }) {
    const some = anyOf?.filter((one) => one.type !== 'null');
    return { ...others, ...(type && { type: Array.isArray(type) ? type.filter((one) => one !== 'null') : type }), ...(some && { anyOf: some }) };
}

const { oneOf: verbs, $defs } = read('verb');
const types = { ...$defs };
function add(name, type) {
    if (types[name] && JSON.stringify(types[name]) !== JSON.stringify(type)) throw new Error(`two types are called ${name}`);
    types[name] = type;
}
for (const [name, from] of Object.entries({ ...RECORDS, solved: SOLVED })) {
    const { $defs: parts, $schema, title, ...record } = read(from);
    for (const part of Object.entries(parts ?? {})) add(...part);
    if (name in RECORDS) add(name, record);
}
// A solution is what its family makes of it.
types.Solution = { description: types.Solution.description, tsType: 'unknown' };

const root = {
    title: 'Requests',
    description: 'The request of each verb.',
    type: 'object',
    properties: Object.assign({}, ...verbs.map((verb) => verb.properties)),
    required: verbs.flatMap((verb) => verb.required),
    $defs: types,
};
const written = await compile(older(root), 'Requests', {
    additionalProperties: false,
    bannerComment: "// What is asked and what is answered, in JSON. `node types.mjs` wrote this from the library's schemas.",
    style: { printWidth: 120, singleQuote: true, tabWidth: 4 },
    unreachableDefinitions: true,
});
// Where a type stands in the schemas says nothing here.
const text = written.replace(/^( *\*\n)? *\* This interface was referenced by `.*\n( *\* via .*\n)?/gm, '').replace(/^ *\/\*\*\n *\*\/\n/gm, '');

if (!process.argv.includes('--check')) writeFileSync(file, text);
else if (readFileSync(file, 'utf8') !== text) {
    console.error('src/engine/records.ts is out of date: node types.mjs');
    process.exitCode = 1;
}
