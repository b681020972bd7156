// A board: the picture that the library draws, with what the page adds to it: a cursor, marks, notes.

const SVG = 'http://www.w3.org/2000/svg';
/** Half a cell, in the units of most pictures of the library. */
export const HALF = 20;

/** Of Okabe and Ito (2008). */
export const COLOURS = ['#e69f00', '#56b4e9', '#009e73', '#f0e442', '#0072b2', '#d55e00', '#cc79a7', '#999999'];

const sheets = new Map<string, CSSStyleSheet>();

/** The picture's own style, applied in a way that the content security policy lets pass. */
function sheet(css: string): CSSStyleSheet {
    let made = sheets.get(css);
    if (!made) {
        made = new CSSStyleSheet();
        made.replaceSync(css);
        sheets.set(css, made);
    }
    return made;
}

const ADDED = `
:host { display: block; --back: #fff; --edge: drop-shadow(0 0 1px var(--back)); }
svg { display: block; overflow: visible; max-width: 100%; max-height: 120px; margin: 0 auto; border-radius: 4px; touch-action: manipulation; }
:host(.large) svg { width: min(100%, var(--wanted), var(--room, 70vh) * var(--aspect)); height: auto; max-height: none; }
:host(.printed) svg { width: 100%; height: 100%; max-height: none; overflow: hidden; }
:host(.whole) svg { max-width: none; max-height: none; margin: -18px 0 -26px; }
/* What the lines above and below say is said beside it. */
:host(.whole) svg > text:nth-of-type(-n+2) { visibility: hidden; }
:host(.zoomed) svg { width: var(--width); max-width: none; }
/* Readable on shaded cells and on lines; those on walls have a colour of their own. */
.given:not([data-style]) { paint-order: stroke; stroke: var(--back); stroke-width: 3.5px; stroke-linejoin: round; }
/* Their own style says otherwise. */
rect.lit { fill-opacity: .6 !important; } path.lit { stroke-width: 8px !important; }
/* Below .added, as pictures have classes of the same names. */
.added .cursor { fill: none; stroke: #b3261e; stroke-width: 3; stroke-dasharray: 7 3; filter: var(--edge) var(--edge); }
.added .loose { fill: none; stroke: #b36b00; stroke-width: 3; stroke-dasharray: 5 4; }
.added .assumed { fill: none; stroke: #0072b2; stroke-width: 4; }
.added .clash { fill: #d55e00; fill-opacity: .3; stroke: #a3330b; stroke-width: 2; }
.added .selected { fill: #b3261e; fill-opacity: .13; }
.added .not { fill: none; stroke: #777; stroke-width: 2; stroke-linecap: round; }
.added .dot { fill: #777; stroke: none; }
.added .note { font-size: 10px; fill: #555; text-anchor: middle; }
.added .sure { font-size: 15px; font-weight: 600; fill: #00664d; text-anchor: middle; paint-order: stroke; stroke: var(--back); stroke-width: 3px; }
.added .aside { font-size: 11px; }
.added .member { fill-opacity: .3; stroke: none; }
.added .label { font-size: 12px; text-anchor: middle; fill: #1b1d22; }
.added .star { font-size: 9px; font-weight: 700; text-anchor: middle; fill: #8a2f63; paint-order: stroke; stroke: #fff; stroke-width: 2.5px; }
.added .pointed { fill: #cc79a7; fill-opacity: .35; stroke: #8a2f63; stroke-width: 2.5; stroke-dasharray: 4 3; }
@media screen and (prefers-color-scheme: dark) {
  :host { --back: #16181d; }
  .added .label { fill: #f0f1f4; } .added .star { fill: #f0a9cd; stroke: #16181d; }
  .added .cursor { stroke: #ff9d94; } .added .loose { stroke: #ffb84d; } .added .selected { fill: #ff9d94; fill-opacity: .2; }
  .added .not { stroke: #aab; } .added .dot { fill: #aab; } .added .note { fill: #c5c8d0; } .added .sure { fill: #6fe0bf; } .added .pointed { stroke: #f0a9cd; }
}
`;

/** Takes the title off a picture: the page shows it above. */
function untitled(svg: SVGElement): void {
    const title = svg.querySelector('text.title');
    const [x, y, width, height] = (svg.getAttribute('viewBox') ?? '').split(' ').map(Number);
    const [, left, top] = /translate\((\d+)[ ,](\d+)\)/.exec(svg.querySelector('g[transform^="translate"]')?.getAttribute('transform') ?? '') ?? [];
    if (!title || height === undefined || top === undefined) return;
    title.remove();
    // The margin above the board is as wide as that beside it; what is above that was the title's.
    const head = Number(top) - Number(left) - y!;
    svg.setAttribute('viewBox', `${x} ${y! + head} ${width} ${height - head}`);
    svg.setAttribute('height', String(height - head));
}

/** Where something is in a picture, down and to the right in half cells. */
export type At = readonly [down: number, right: number];

export class Board {
    readonly element = document.createElement('div');
    private readonly root = this.element.attachShadow({ mode: 'open' });
    private group?: SVGGElement;
    private layer?: SVGGElement;
    /** The middles of the places in which the picture has words, in its own units. */
    private written = new Set<string>();

    /** Half a cell of this picture. */
    half = HALF;
    /** How many cells' room there is above a picture and before it. */
    room: readonly [above: number, before: number] = [0, 0];

    constructor(label: string, private readonly large = false) {
        this.element.className = large ? 'board large' : 'board';
        this.element.setAttribute('aria-label', label);
        this.element.setAttribute('role', 'img');
    }

    /** The picture as the library drew it. */
    picture = '';

    /** Shows a picture; what was added to the one before stays on it. */
    show(svg: string): void {
        this.picture = svg;
        // The policy holds for styles in what is parsed, too: they are taken out first, and applied as the page's own.
        const css: string[] = [];
        const bare = svg
            .replace(/<style>([^]*?)<\/style>/g, (_, rules: string) => (css.push(rules), ''))
            .replace(/(<[^<>]*?) style="/g, '$1 data-style="');
        const parsed = new DOMParser().parseFromString(bare, 'image/svg+xml').documentElement;
        if (!(parsed instanceof SVGElement)) return;
        for (const styled of parsed.querySelectorAll<SVGElement>('[data-style]')) styled.style.cssText = styled.dataset.style!;
        if (this.large || this.element.classList.contains('printed')) untitled(parsed);
        this.widen(parsed);
        parsed.setAttribute('aria-hidden', 'true');
        parsed.removeAttribute('role');
        this.root.adoptedStyleSheets = [...css, ADDED].map(sheet);
        this.root.replaceChildren(parsed);
        const [width, height] = ['width', 'height'].map((side) => Number(parsed.getAttribute(side)) || 1) as [number, number];
        this.element.style.setProperty('--wanted', `${Math.max(width, Math.min(560, 1.6 * width))}px`);
        this.element.style.setProperty('--aspect', `${width / height}`);
        this.group = parsed.querySelector<SVGGElement>('g[transform^="translate"]') ?? undefined;
        this.written = new Set([...(this.group?.querySelectorAll('text') ?? [])].map((text) => `${text.getAttribute('x')},${text.getAttribute('y')}`));
        const old = this.layer;
        this.layer = document.createElementNS(SVG, 'g');
        this.layer.setAttribute('class', 'added');
        this.layer.append(...(old?.childNodes ?? []));
        this.group?.append(this.layer);
    }

    private widen(svg: SVGElement): void {
        const [above, before] = this.room.map((cells) => 2 * cells * this.half) as [number, number];
        const [x, y, width, height] = svg.getAttribute('viewBox')!.split(' ').map(Number) as [number, number, number, number];
        svg.setAttribute('viewBox', `${x - before} ${y - above} ${width + before} ${height + above}`);
        svg.setAttribute('width', String(width + before));
        svg.setAttribute('height', String(height + above));
    }

    /** Where the picture is in the window. */
    get bounds(): DOMRect | undefined {
        return this.root.querySelector('svg')?.getBoundingClientRect();
    }

    /** Draws pictures so wide, in pixels; without a number they are as large as there is room. */
    zoom(width: number | undefined): void {
        this.element.classList.toggle('zoomed', width !== undefined);
        this.element.style.setProperty('--width', `${width ?? 0}px`);
    }

    /** What shows where the cursor is. */
    get cursor(): Element | undefined {
        return this.layer?.querySelector('.cursor') ?? undefined;
    }

    clear(): void {
        this.root.replaceChildren();
        this.group = this.layer = undefined;
    }

    get empty(): boolean {
        return this.root.childElementCount === 0;
    }

    /** The place under the pointer, in half cells and parts of them. */
    at(event: MouseEvent): At | undefined {
        const matrix = this.group?.getScreenCTM()?.inverse();
        if (!matrix) return undefined;
        const point = new DOMPoint(event.clientX, event.clientY).matrixTransform(matrix);
        return [point.y / this.half, point.x / this.half];
    }

    /** Takes away everything that was added. */
    bare(): void {
        this.layer?.replaceChildren();
    }

    /** Shows what has one of these classes of an argument more strongly than the rest of it. */
    light(classes: readonly string[]): void {
        for (const part of this.root.querySelectorAll('[class^=line]')) part.classList.toggle('lit', classes.some((name) => part.classList.contains(name)));
    }

    /** A frame around a cell, or around a border's middle. */
    frame(at: At, className: string): void {
        const half = at[0] % 2 !== 0 && at[1] % 2 !== 0 ? this.half - 2 : 9;
        const side = 2 * half;
        this.add('rect', { class: className, x: at[1] * this.half - half, y: at[0] * this.half - half, width: side, height: side, rx: 4 });
    }

    /** A line along a border, by its middle. */
    line([down, right]: At, className: string): void {
        const { half } = this;
        this.add('path', { class: className, d: down % 2 === 0 ? `M${(right - 1) * half} ${down * half}h${2 * half}` : `M${right * half} ${(down - 1) * half}v${2 * half}` });
    }

    /** Any path, in the picture's own units. */
    path(lines: string, className: string): void {
        this.add('path', { class: className, d: lines });
    }

    /** That something is not there: a cross on a border, a dot in a cell. */
    not(at: At): void {
        const [x, y] = [at[1] * this.half, at[0] * this.half];
        if (at[0] % 2 === 1 && at[1] % 2 === 1) this.add('circle', { class: 'dot', cx: x, cy: y, r: 4 });
        else this.add('path', { class: 'not', d: `M${x - 4} ${y - 4}l8 8m-8 0l8 -8` });
    }

    /** Small words in the middle of a cell, in lines of three. */
    note(at: At, words: string[]): void {
        const lines = Math.ceil(words.length / 3);
        words.forEach((word, number) => {
            const beside = Math.min(3, words.length - 3 * Math.floor(number / 3));
            const x = at[1] * this.half + ((number % 3) - (beside - 1) / 2) * 11;
            const y = at[0] * this.half + (Math.floor(number / 3) - (lines - 1) / 2) * 11 + 3.5;
            this.add('text', { class: 'note', x, y }).textContent = word;
        });
    }

    /** Small words in the corners of a cell, then along its edges. */
    corner(at: At, words: string[]): void {
        const spots = [[-1, -1], [-1, 1], [1, -1], [1, 1], [-1, 0], [1, 0], [0, -1], [0, 1]];
        words.slice(0, spots.length).forEach((word, number) => {
            const [down, right] = spots[number] as [number, number];
            this.add('text', { class: 'note', x: at[1] * this.half + right * 13, y: at[0] * this.half + down * 12 + 3.5 }).textContent = word;
        });
    }

    /** Colours of a cell, beside each other. */
    colour(at: At, numbers: readonly number[]): void {
        const { half } = this;
        const width = (2 * half) / numbers.length;
        numbers.forEach((number, part) => this.add('rect', { class: 'member', x: at[1] * half - half + part * width, y: at[0] * half - half, width, height: 2 * half, fill: COLOURS[number % COLOURS.length]! }));
    }

    /** What a place has in every solution; where the picture has words, beside them. */
    sure(at: At, words: string): void {
        const [x, y] = [at[1] * this.half, at[0] * this.half];
        const place = this.written.has(`${x},${y}`) ? { class: 'sure aside', x: x + 13, y: y - 8 } : { class: 'sure', x, y: y + 5 };
        this.add('text', place).textContent = words;
    }

    /** That a cell belongs to a star: its colour, and its number for those who don't distinguish colours, if it isn't beside it. */
    member(at: At, label: string, isNumbered: boolean): void {
        const { half } = this;
        this.add('rect', { class: 'member', x: at[1] * half - half, y: at[0] * half - half, width: 2 * half, height: 2 * half, fill: COLOURS[Number(label) % COLOURS.length]! });
        if (isNumbered) this.add('text', { class: 'label', x: at[1] * half, y: at[0] * half + 4 }).textContent = label;
    }

    /** The number of a star, beside it. */
    star(at: At, label: string): void {
        this.add('text', { class: 'star', x: at[1] * this.half + 11, y: at[0] * this.half - 6 }).textContent = label;
    }

    private add(name: string, attributes: Record<string, string | number>): SVGElement {
        const made = document.createElementNS(SVG, name);
        for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, String(value));
        this.layer?.append(made);
        return made;
    }
}
