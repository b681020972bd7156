// What the address says: which puzzle, what of it is looked at. It stands in the fragment, which browsers send nowhere.

export type Tab = 'solve' | 'play' | 'explain' | 'formula' | 'trace' | 'model' | 'edit';
export const TABS: Tab[] = ['solve', 'play', 'explain', 'formula', 'trace', 'model', 'edit'];

export interface State {
    /** The puzzle's text. */
    text?: string;
    /** Its family, where it was named. */
    family?: string;
    /** Further texts that it goes with, by the names of options: the data of a model. */
    data?: string;
    tab: Tab;
    /** The step of the explanation or of the trace, from 1. */
    step?: number;
    /** What is filled in: `4:5,7:no`. */
    filled?: string;
    encoding?: string;
    /** Whether the page stands in a frame of another one, with little room. */
    embed?: boolean;
}

/** Where boards of puzz.link are: a link to one of them begins with what follows. */
const PUZZ_LINK = 'https://puzz.link/p?';

export function readState(hash: string): State {
    const values = new URLSearchParams(hash.replace(/^#/, '').replace(/^(?=[\w-]+\/)/, 'board='));
    const board = values.get('board');
    const tab = TABS.find((tab) => tab === values.get('tab')) ?? 'solve';
    const step = Number(values.get('step'));
    return {
        tab,
        text: values.get('puzzle') ?? (board ? PUZZ_LINK + board : undefined),
        embed: values.get('embed') === '1',
        family: values.get('family') ?? undefined,
        data: values.get('data') ?? undefined,
        filled: values.get('filled') ?? undefined,
        encoding: values.get('encoding') ?? undefined,
        step: Number.isInteger(step) && step > 0 ? step : undefined,
    };
}

export function writeState(state: State): string {
    const values = new URLSearchParams();
    const board = state.text?.startsWith(PUZZ_LINK) ? state.text.slice(PUZZ_LINK.length) : '';
    const isShort = /^[\w-]+\/[\w/.~-]*$/.test(board);
    if (state.text && !isShort) values.set('puzzle', state.text);
    for (const key of ['family', 'data', 'filled', 'encoding', 'step'] as const) {
        if (state[key] !== undefined && state[key] !== '') values.set(key, String(state[key]));
    }
    if (state.tab !== 'solve') values.set('tab', state.tab);
    if (state.embed) values.set('embed', '1');
    return `#${[isShort && board, values.toString()].filter(Boolean).join('&')}`;
}

/** What is filled in, by the numbers of the places. */
export type Filled = Map<number, string>;

export function readFilled(text: string | undefined): Filled {
    const pairs = (text ?? '').split(',').map((pair) => pair.split(':'));
    return new Map(pairs.filter((pair) => pair.length === 2 && /^\d+$/.test(pair[0]!)).map(([place, value]) => [Number(place), value!]));
}

export function writeFilled(filled: Filled): string {
    return [...filled].map(([place, value]) => `${place}:${value}`).join(',');
}
