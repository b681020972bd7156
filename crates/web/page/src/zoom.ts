// How large the board is drawn: so that all of it is seen, or larger, with the stage as a window on it; or as wide as the page.

import type { Board } from './board';
import { button, element } from './dom';

/** A step of the buttons and of the wheel. */
const STEP = 1.25;
const MOST = 8;

export class Zoom {
    private scale = 1;
    /** What the board is wide when all of it is seen, in pixels. */
    private fits = 0;
    private readonly out = button('−', () => this.to(this.scale / STEP), { 'aria-label': 'Smaller', disabled: true });
    private readonly into = button('+', () => this.to(this.scale * STEP), { 'aria-label': 'Larger' });
    private readonly wide = button('⤢', () => this.widen(this.wide.getAttribute('aria-pressed') !== 'true'), { 'aria-label': 'As wide as the page', 'aria-pressed': 'false', title: 'As wide as the page' });
    readonly element = element('div', { class: 'zoom', role: 'group', 'aria-label': 'Size of the board' }, this.out, this.into, this.wide);

    constructor(private readonly stage: HTMLElement, private readonly board: Board, private readonly work: HTMLElement) {
        // A pinch on a touchpad comes as a wheel with Ctrl, too.
        stage.addEventListener('wheel', (event) => {
            if (!event.ctrlKey) return;
            event.preventDefault();
            this.to(this.scale * STEP ** (-event.deltaY / 100), event);
        }, { passive: false });
        addEventListener('resize', () => this.to(1));
    }

    /** The whole board is seen again. */
    reset(): void {
        this.to(1);
    }

    /** Keeps what has the cursor in the window. */
    follow(): void {
        const cursor = this.scale > 1 ? this.board.cursor?.getBoundingClientRect() : undefined;
        if (!cursor) return;
        const { stage } = this;
        const seen = stage.getBoundingClientRect();
        const beyond = (from: number, to: number, first: number, last: number) => (from < first ? from - first : Math.max(0, to - last));
        stage.scrollBy(beyond(cursor.left, cursor.right, seen.left, seen.right), beyond(cursor.top, cursor.bottom, seen.top, seen.bottom));
    }

    /** Another scale; what is under the pointer, or else in the middle, stays where it is. */
    private to(scale: number, at?: { clientX: number; clientY: number }): void {
        const { stage, board } = this;
        const next = Math.min(MOST, Math.max(1, scale));
        const old = board.bounds;
        if (!old) return;
        if (this.scale === 1) this.fits = old.width;
        const seen = stage.getBoundingClientRect();
        const [x, y] = at ? [at.clientX, at.clientY] : [seen.left + seen.width / 2, seen.top + seen.height / 2];
        this.scale = next < 1.01 ? 1 : next;
        board.zoom(this.scale > 1 ? this.fits * this.scale : undefined);
        const now = board.bounds!;
        stage.scrollBy(now.left + ((x - old.left) / old.width) * now.width - x, now.top + ((y - old.top) / old.height) * now.height - y);
        this.out.disabled = this.scale === 1;
        this.into.disabled = this.scale === MOST;
    }

    private widen(isWide: boolean): void {
        this.to(1);
        this.wide.setAttribute('aria-pressed', String(isWide));
        this.work.classList.toggle('wide', isWide);
    }
}
