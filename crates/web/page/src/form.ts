// Forms made from schemas: the options of generators.

import { choice, element } from './dom';
import type { Schema } from './engine/protocol';
import { capital } from './words';

/** A form for the plain options of a schema: numbers, choices, switches and short texts. */
export function formOf(schema: Schema): { fields: HTMLElement[]; read(): Record<string, unknown> } {
    const readers: (() => [string, unknown] | undefined)[] = [];
    const fields: HTMLElement[] = [];
    for (const [name, property] of Object.entries(schema.properties ?? {})) {
        const own = resolve(property, schema);
        const type = [own.type].flat().find((type) => type && type !== 'null');
        const names = own.enum ?? own.oneOf?.map((one) => one.const ?? one.enum?.[0]).filter((value) => value !== undefined);
        const words = capital(name.replaceAll('_', ' '));
        const help = property.description ?? own.description;
        if (names && names.length) {
            const [label, select] = choice(words, [['', 'as it comes'], ...names.filter((one) => one !== null).map((one): [string, string] => [String(one), String(one)])]);
            readers.push(() => (select.value ? [name, select.value] : undefined));
            fields.push(label);
        } else if (type === 'boolean') {
            const box = element('input', { type: 'checkbox' });
            readers.push(() => (box.checked ? [name, true] : undefined));
            fields.push(element('label', {}, box, ' ', words));
        } else if (type === 'integer' || type === 'number') {
            const number = element('input', { type: 'number', min: own.minimum, max: own.maximum });
            readers.push(() => (number.value ? [name, Number(number.value)] : undefined));
            fields.push(element('label', {}, words, ' ', number));
        } else if (type === 'string') {
            const text = element('input', { type: 'text', size: 10, placeholder: property.default !== undefined ? String(property.default ?? '') : '' });
            readers.push(() => (text.value ? [name, text.value] : undefined));
            fields.push(element('label', {}, words, ' ', text));
        } else continue;
        if (help) fields[fields.length - 1]!.append(element('span', { class: 'quiet help' }, help));
    }
    return { fields, read: () => Object.fromEntries(readers.map((read) => read()).filter((pair): pair is [string, unknown] => pair !== undefined)) };
}

/** A property without references, and without 'or null'. */
function resolve(property: Schema, root: Schema): Schema {
    if (property.$ref) return resolve(root.$defs?.[property.$ref.replace('#/$defs/', '')] ?? {}, root);
    const one = property.anyOf?.find((option) => option.type !== 'null');
    return one ? resolve(one, root) : property;
}
