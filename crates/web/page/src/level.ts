// A level with the player and the boxes where they are, and what a step makes of it.

import type { FamilyRecord } from './engine/protocol';

export const STEPS: Record<string, [down: number, right: number]> = { u: [-1, 0], d: [1, 0], l: [0, -1], r: [0, 1] };

/** Whether the puzzles of a family are levels. */
export function isLevel({ editor }: FamilyRecord): boolean {
    return typeof editor === 'object' && editor.board.level === true;
}

/** A level as a drawing; its shortest form is one word. */
export function drawing(text: string): string {
    return text.includes('\n') ? text : `${text.replaceAll('|', '\n').replaceAll('-', ' ')}\n`;
}

/** A level as text, with the player and the boxes in it. */
export class Level {
    constructor(readonly rows: readonly string[]) {}

    static of(xsb: string): Level {
        return new Level(xsb.split('\n').filter((line) => /^[ #@+$*._-]*#[ #@+$*._-]*$/.test(line)));
    }

    get text(): string {
        return this.rows.join('\n') + '\n';
    }

    get solved(): boolean {
        return !this.text.includes('$');
    }

    /** The level after a step; nothing where it is not possible. Says whether a box was pushed. */
    step(letter: string): { level: Level; pushed: boolean } | undefined {
        const [down, right] = STEPS[letter.toLowerCase()]!;
        const grid = this.rows.map((row) => [...row]);
        const [row, col] = this.player;
        const at = (far: number) => grid[row + far * down]?.[col + far * right] ?? '#';
        const put = (far: number, char: string) => { grid[row + far * down]![col + far * right] = char; };
        const pushed = '$*'.includes(at(1));
        if (at(1) === '#' || (pushed && '#$*'.includes(at(2)))) return undefined;
        const isGoal = (char: string) => '.+*'.includes(char);
        if (pushed) put(2, isGoal(at(2)) ? '*' : '$');
        put(1, isGoal(at(1)) ? '+' : '@');
        put(0, isGoal(at(0)) ? '.' : ' ');
        return { level: new Level(grid.map((line) => line.join(''))), pushed };
    }

    /** The shortest way to a square that pushes nothing; none where there is no such way. */
    way(row: number, col: number): string | undefined {
        const open: [row: number, col: number, way: string][] = [[...this.player, '']];
        const seen = new Set<string>();
        for (const [r, c, way] of open) {
            if (r === row && c === col) return way;
            for (const [letter, [down, right]] of Object.entries(STEPS)) {
                const [nextRow, nextCol] = [r + down, c + right];
                if ('#$*'.includes(this.rows[nextRow]?.[nextCol] ?? '#') || seen.has(`${nextRow},${nextCol}`)) continue;
                seen.add(`${nextRow},${nextCol}`);
                open.push([nextRow, nextCol, way + letter]);
            }
        }
        return undefined;
    }

    /** The step to a square beside the player. */
    beside(row: number, col: number): string | undefined {
        const [ownRow, ownCol] = this.player;
        return Object.keys(STEPS).find((letter) => STEPS[letter]![0] === row - ownRow && STEPS[letter]![1] === col - ownCol);
    }

    private get player(): [row: number, col: number] {
        const row = this.rows.findIndex((line) => /[@+]/.test(line));
        return [row, this.rows[row]!.search(/[@+]/)];
    }
}
