// What is kept in this browser: boards, models, recent puzzles. Nothing of it is sent anywhere.

/** Values by the text of the puzzle that they belong to, the latest last. */
export class Shelf<T> {
    constructor(private readonly name: string, private readonly most = 100) {}

    get(text: string): T | undefined {
        return this.all().find(([own]) => own === text)?.[1];
    }

    /** Puts a value there; without one, the text is forgotten. */
    put(text: string, value: T | undefined): void {
        const others = this.all().filter(([own]) => own !== text);
        write(this.name, [...others, ...(value === undefined ? [] : [[text, value] as const])].slice(-this.most));
    }

    all(): [text: string, value: T][] {
        const all = read<[string, T][]>(this.name);
        return Array.isArray(all) ? all : [];
    }
}

/** A value that is kept under a name, if it is there and can be read. */
export function read<T>(name: string): T | undefined {
    try {
        return JSON.parse(localStorage.getItem(`jigsat:${name}`) ?? 'null') ?? undefined;
    } catch {
        return undefined;
    }
}

export function write(name: string, value: unknown): void {
    try {
        localStorage.setItem(`jigsat:${name}`, JSON.stringify(value));
    } catch {
        // A browser that keeps nothing loses nothing but that.
    }
}
