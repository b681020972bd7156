// A puzzle's file in YAML, key by key: what is edited is written again, and everything else stays as it is. It reads what the
// library writes: keys at the beginning of lines, drawings as blocks.

/** One key with the lines that are its value; the first of them is what follows the colon. */
type Field = readonly [key: string, lines: readonly string[]];

const INDENT = '  ';

export class Fields {
    private constructor(private readonly all: readonly Field[]) {}

    static read(text: string): Fields {
        const all: [string, string[]][] = [];
        for (const line of text.replace(/\s+$/, '').split('\n')) {
            const [, key, rest] = /^([a-z_]+):(?: (.*))?$/.exec(line) ?? [];
            if (key !== undefined) all.push([key, [rest ?? '']]);
            else if (!line.startsWith('#')) all[all.length - 1]?.[1].push(line);
        }
        return new Fields(all);
    }

    has(key: string): boolean {
        return this.lines(key) !== undefined;
    }

    /** A value of one line. */
    get(key: string): string | undefined {
        const text = this.lines(key)?.[0];
        return text === undefined ? undefined : plain(text);
    }

    /** The lines of a drawing. */
    block(key: string): string[] | undefined {
        const [head, ...rows] = this.lines(key) ?? [];
        if (head === undefined) return undefined;
        if (!head.startsWith('|')) return plain(head).replace(/\n$/, '').split('\n');
        const deep = /\d/.test(head) ? Number(/\d/.exec(head)![0]) : /^ */.exec(rows[0] ?? '')![0].length;
        return rows.map((row) => row.slice(deep));
    }

    /** The values of keys below a key. */
    map(key: string): Record<string, string> {
        const pairs = (this.lines(key) ?? []).slice(1).map((line) => /^\s+(\w+): *(.*)$/.exec(line));
        return Object.fromEntries(pairs.filter((pair) => pair !== null).map((pair) => [pair[1]!, plain(pair[2]!)]));
    }

    /** The items of a list, each as its text. */
    items(key: string): string[] {
        const [head = '', ...lines] = this.lines(key) ?? [];
        const all: string[] = [];
        const deep = /^ *- /.exec(lines[0] ?? '')?.[0] ?? '- ';
        for (const line of lines) {
            if (line.startsWith(deep)) all.push(line.slice(deep.length));
            else all.push(`${all.pop() ?? ''}\n${line}`);
        }
        return head === '' ? all : [];
    }

    withItems(key: string, items: readonly string[]): Fields {
        return this.put(key, items.length === 0 ? undefined : ['', ...items.map((item) => `- ${item}`)]);
    }

    /** With another value; without one, the key is left out. New keys come last. */
    with(key: string, value: string | undefined): Fields {
        return this.put(key, value === undefined ? undefined : [value]);
    }

    /** With a text, which may need quotes. */
    withText(key: string, text: string): Fields {
        return this.with(key, text === '' ? undefined : JSON.stringify(text));
    }

    withBlock(key: string, rows: readonly string[] | undefined): Fields {
        return this.put(key, rows && [rows[0]?.startsWith(' ') ? '|2' : '|', ...rows.map((row) => (INDENT + row).trimEnd())]);
    }

    withMap(key: string, map: Record<string, string>): Fields {
        const pairs = Object.entries(map);
        return this.put(key, pairs.length === 0 ? undefined : ['', ...pairs.map(([name, value]) => `${INDENT}${name}: ${value}`)]);
    }

    get text(): string {
        return this.all.map(([key, [head = '', ...lines]]) => [head ? `${key}: ${head}` : `${key}:`, ...lines].join('\n') + '\n').join('');
    }

    /** Where a line of the text is, counted from 1: in which key's block, in which of its lines, and how deep these are. */
    find(line: number): { key: string; row: number; deep: number } | undefined {
        let first = 1;
        for (const [key, lines] of this.all) {
            if (line < first + lines.length) return { key, row: line - first - 1, deep: INDENT.length };
            first += lines.length;
        }
        return undefined;
    }

    private lines(key: string): readonly string[] | undefined {
        return this.all.find(([own]) => own === key)?.[1];
    }

    private put(key: string, lines: readonly string[] | undefined): Fields {
        if (!lines) return new Fields(this.all.filter(([own]) => own !== key));
        if (!this.has(key)) return new Fields([...this.all, [key, lines]]);
        return new Fields(this.all.map((field) => (field[0] === key ? [key, lines] : field)));
    }
}

/** What a scalar says. */
function plain(text: string): string {
    if (text.startsWith('"')) return JSON.parse(text) as string;
    if (text.startsWith("'")) return text.slice(1, -1).replaceAll("''", "'");
    return text;
}
