// What is seen first: boards that come as pictures with the page, so that there is something to look at and to choose while the
// library is loaded.

import { element } from './dom';

export class Front {
    readonly element = document.querySelector<HTMLElement>('.front')!;
    private readonly loading = document.querySelector<HTMLElement>('.loading')!;
    private readonly preview = element('figure', { class: 'preview' });
    private readonly onHash = () => this.look();

    constructor() {
        addEventListener('hashchange', this.onHash);
        this.look();
    }

    /** How many bytes of the library have come. */
    progress(bytes: number): void {
        const bar = this.loading.querySelector('progress');
        if (bar) bar.value = bytes;
    }

    /** The library is there: it draws from now on. */
    ready(): void {
        removeEventListener('hashchange', this.onHash);
        this.preview.remove();
        this.loading.remove();
    }

    set hidden(isHidden: boolean) {
        this.element.hidden = isHidden;
    }

    /** Where the address is one of these boards, it is looked at, with its rules, before the library draws it. */
    private look(): void {
        const link = [...this.element.querySelectorAll('a')].find(({ hash }) => hash === location.hash);
        this.hidden = location.hash.includes('puzzle=');
        this.preview.remove();
        if (!link) return;
        const picture = link.querySelector('img')!;
        this.preview.replaceChildren(picture.cloneNode(), element('figcaption', {}, link.title));
        this.loading.after(this.preview);
    }
}
