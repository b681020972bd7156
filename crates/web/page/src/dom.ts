// Elements in a line: `element('button', { type: 'button', onclick }, 'Solve')`.

import { seconds } from './words';

type Child = Node | string | false | null | undefined;
type Attributes = Record<string, string | number | boolean | undefined | ((event: any) => void)>;

export function element<K extends keyof HTMLElementTagNameMap>(
    name: K,
    attributes: Attributes = {},
    ...children: Child[]
): HTMLElementTagNameMap[K] {
    const made = document.createElement(name);
    for (const [key, value] of Object.entries(attributes)) {
        if (typeof value === 'function') made.addEventListener(key.replace(/^on/, ''), value);
        else if (value === true) made.setAttribute(key, '');
        else if (value !== false && value !== undefined) made.setAttribute(key, String(value));
    }
    made.append(...children.filter((child): child is Node | string => child !== null && child !== undefined && child !== false));
    return made;
}

export function button(words: string, onclick: () => void, attributes: Attributes = {}): HTMLButtonElement {
    return element('button', { type: 'button', onclick, ...attributes }, words);
}

/** A labelled choice among words. */
export function choice(label: string, options: [value: string, words: string][], onchange?: (value: string) => void): [HTMLLabelElement, HTMLSelectElement] {
    const select = element('select', { onchange: () => onchange?.(select.value) }, ...options.map(([value, words]) => element('option', { value }, words)));
    return [element('label', {}, label, ' ', select), select];
}

/** Help in two ways: for who has keys, and for who has fingers only. */
export function helpOf(byKeys: string, byTouch: string): HTMLParagraphElement {
    return element('p', { class: 'quiet' }, element('span', { class: 'by-keys' }, byKeys), element('span', { class: 'by-touch' }, byTouch));
}

/** Offers a text or other data as a file. */
export function download(name: string, content: string | Blob): void {
    const url = URL.createObjectURL(typeof content === 'string' ? new Blob([content], { type: 'text/plain' }) : content);
    element('a', { href: url, download: name }).click();
    setTimeout(() => URL.revokeObjectURL(url), 10_000);
}

/** Shows for how long something has been going on, until that ends. Not for live regions: a clock that is read out four times a second keeps everything else from being heard. */
export function clock(region: HTMLElement, words: string): { passed(): string; end(): void } {
    const started = performance.now();
    const passed = () => seconds((performance.now() - started) / 1000);
    const timer = setInterval(() => say(region, `${words} … ${passed()}`), 250);
    return { passed, end: () => clearInterval(timer) };
}

/** Says something to screen readers, and to the eye where the element is seen. */
export function say(region: HTMLElement, words: string): void {
    if (region.textContent !== words) region.textContent = words;
}
