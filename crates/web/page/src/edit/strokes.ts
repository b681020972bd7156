// What a drag makes of the sheet, tool by tool.

import type { At } from '../board';
import type { Tool } from './hand';
import { isInner, isSame, spotAt, wallAt } from './places';
import type { Sheet, Spot } from './sheet';

/** The sheet as a stroke makes it at a point; nothing where it changes nothing. */
export type Change = (point: At) => Sheet | undefined;

/** The hand, as far as strokes need it. */
interface Holder {
    /** The sheet that there is now: strokes change it on their way. */
    readonly sheet: Sheet;
    readonly tool: Tool;
    readonly brush: string;
    readonly isNew: boolean;
    readonly cursor: Spot;
    moveTo(spot: Spot, isSelecting: boolean): void;
}

/** What a stroke does that begins at a point, which may be in a cell. */
export function changeBy(hand: Holder, first: At, spot: Spot | undefined, isShifted: boolean, isRight: boolean): Change {
    const begun = spot && hand.sheet.isCell(spot) ? spot : undefined;
    if (hand.tool === 'borders') return borders(hand, first, isRight);
    if (!begun || hand.tool === 'write') return selects(hand);
    if (hand.tool === 'regions') return regions(hand, begun, isShifted);
    if (hand.tool === 'cages') return cages(hand, begun, isRight);
    if (hand.tool === 'thermometers') return thermometers(hand, begun);
    return paints(hand, begun, isRight);
}

function cellAt(sheet: Sheet, point: At): Spot | undefined {
    const spot = spotAt(sheet, point);
    return spot && sheet.isCell(spot) ? spot : undefined;
}

/** The first border says whether borders are drawn or taken away. */
function borders(hand: Holder, first: At, isRight: boolean): Change {
    const wall = wallAt(hand.sheet, first);
    let isThere = wall === undefined ? undefined : !hand.sheet.isWalled(wall) && !isRight;
    return (point) => {
        const { sheet } = hand;
        const wall = wallAt(sheet, point);
        if (wall === undefined) return undefined;
        isThere ??= !sheet.isWalled(wall) && !isRight;
        return sheet.isWalled(wall) === isThere ? undefined : sheet.withWall(wall, isThere);
    };
}

function regions(hand: Holder, begun: Spot, isShifted: boolean): Change {
    const room = hand.isNew !== isShifted ? hand.sheet.freshRoom : hand.sheet.room(begun)!;
    return (point) => {
        const cell = cellAt(hand.sheet, point);
        return cell && hand.sheet.room(cell) !== room ? hand.sheet.withRoom([cell], room, true) : undefined;
    };
}

function paints(hand: Holder, begun: Spot, isRight: boolean): Change {
    const { brush } = hand;
    const isThere = !isRight && !hand.sheet.shows(begun, brush);
    const word = isRight && !hand.sheet.shows(begun, brush) ? '' : brush;
    return (point) => {
        const { sheet } = hand;
        const cell = cellAt(sheet, point);
        if (!cell || (word !== '' && sheet.shows(cell, word) === isThere)) return undefined;
        return sheet.with([cell], word, isThere || word === '');
    };
}

/** A drag from a free cell begins a cage, one from a cell in a cage makes that larger. */
function cages(hand: Holder, begun: Spot, isRight: boolean): Change {
    return (point) => {
        const cell = cellAt(hand.sheet, point);
        const { figures } = hand.sheet;
        if (!cell || !figures) return undefined;
        if (isRight) return figures.cageOf(cell) && hand.sheet.withFigures(figures.freed(cell));
        const isIn = isSame(cell, begun) || figures.cageOf(begun)?.cells.some((own) => isSame(own, cell));
        return isIn ? undefined : hand.sheet.withFigures(figures.joined(cell, begun));
    };
}

function thermometers(hand: Holder, begun: Spot): Change {
    const number = hand.sheet.figures!.ending(begun);
    return (point) => {
        // A way to a corner goes through no other cells than those that it meets in the middle.
        const cell = isInner(point) ? cellAt(hand.sheet, point) : undefined;
        const next = cell && hand.sheet.figures?.led(number, begun, cell);
        return next && hand.sheet.withFigures(next);
    };
}

/** A drag selects the cells that it meets. */
function selects(hand: Holder): Change {
    return (point) => {
        const cell = cellAt(hand.sheet, point);
        if (cell && !isSame(cell, hand.cursor) && hand.tool === 'write') hand.moveTo(cell, true);
        return undefined;
    };
}
