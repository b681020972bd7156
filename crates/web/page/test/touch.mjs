// Fingers, for the tests of the page: taps, drags, and two at once, as Chromium has them from a touch screen.

import { point } from './browser.mjs';

/** So long after a drag Chromium may take a tap for the end of it, in milliseconds. */
const FLING = 400;

/** How a phone and a tablet differ from what the other tests use. */
export const PHONE = { viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true, deviceScaleFactor: 2 };
export const TABLET = { ...PHONE, viewport: { width: 768, height: 1024 } };

/** Fingers on a page. Each is where it is in pixels of the window. */
export async function fingers(page) {
    const session = await page.context().newCDPSession(page);
    const send = (type, points) => session.send('Input.dispatchTouchEvent', { type, touchPoints: points.map(({ x, y }, id) => ({ x, y, id })) });
    return {
        down: (...points) => send('touchStart', points),
        move: (...points) => send('touchMove', points),
        up: () => send('touchEnd', []),
    };
}

/** Drags a finger along these points in pixels, in steps as a finger makes them. */
export async function dragFinger(page, ...points) {
    const { down, move, up } = await fingers(page);
    await down(points[0]);
    for (const [number, to] of points.slice(1).entries()) {
        const from = points[number];
        for (let step = 1; step <= 6; step++) {
            await move({ x: from.x + (to.x - from.x) * step / 6, y: from.y + (to.y - from.y) * step / 6 });
        }
    }
    // The finger rests before it is lifted: what a flung page is tapped with, stops it and does nothing else.
    await page.waitForTimeout(120);
    await move(points.at(-1));
    await up();
    await page.waitForTimeout(FLING);
}

/** Drags a finger over the board, along points in half cells. */
export async function dragOn(page, ...points) {
    const pixels = [];
    for (const [down, right] of points) pixels.push(await point(page, down, right));
    await dragFinger(page, ...pixels);
}

/** Taps the board at a point in half cells. */
export async function tapOn(page, down, right) {
    const { x, y } = await point(page, down, right);
    await page.touchscreen.tap(x, y);
}

/** Moves two fingers apart around a point in pixels. */
export async function pinch(page, { x, y }) {
    const { down, move, up } = await fingers(page);
    const at = (far) => [{ x: x - far, y }, { x: x + far, y }];
    // One finger is there first, as with hands.
    await down(at(20)[0]);
    await move(at(21)[0]);
    await down(...at(21));
    for (let far = 24; far <= 80; far += 8) await move(...at(far));
    await up();
}
