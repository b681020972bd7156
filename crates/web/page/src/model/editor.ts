// The editor of models: CodeMirror with the language of QPROP. It is loaded when it is first looked at.

import { type CompletionContext, type CompletionResult, autocompletion, completeAnyWord, completeFromList, completionKeymap } from '@codemirror/autocomplete';
import { defaultKeymap, history, historyKeymap } from '@codemirror/commands';
import { HighlightStyle, StreamLanguage, bracketMatching, syntaxHighlighting } from '@codemirror/language';
import { type Diagnostic, lintGutter, setDiagnostics } from '@codemirror/lint';
import { EditorState } from '@codemirror/state';
import { EditorView, drawSelection, highlightActiveLine, keymap, lineNumbers } from '@codemirror/view';
import { tags } from '@lezer/highlight';

// Those of parse/lexer.rs in the crate of the language, and the words with which lines of a page begin.
const KEYWORDS = ('include const sort var fact pred def assert show forall exists exactly atmost atleast and or not implies iff if div mod abs true false '
    + 'genre board given connected loop paths regions along root size address saved draw').split(' ');
const BOLD = new Set(KEYWORDS);

/** The words of the model that aren't those of the language. */
function ownWords(context: CompletionContext): CompletionResult | null {
    const all = completeAnyWord(context) as CompletionResult | null;
    return all && { ...all, options: all.options.filter(({ label }) => !BOLD.has(label)) };
}

const language = StreamLanguage.define({
    token(stream) {
        if (stream.eatSpace()) return null;
        if (stream.match(/^#.*/)) return 'comment';
        if (stream.match(/^"(?:[^"\\]|\\.)*"?/)) return 'string';
        if (stream.match(/^\d+/)) return 'number';
        const word = stream.match(/^[A-Za-z_][\w-]*/) as RegExpMatchArray | null;
        if (word) return BOLD.has(word[0]) ? 'keyword' : /^\s*\(/.test(stream.string.slice(stream.pos)) ? 'variableName.function' : 'variableName';
        stream.next();
        return 'operator';
    },
    languageData: { commentTokens: { line: '#' } },
});

const colours = HighlightStyle.define([
    { tag: tags.keyword, color: 'var(--blue)', fontWeight: '600' },
    { tag: tags.comment, color: 'var(--quiet)', fontStyle: 'italic' },
    { tag: tags.string, color: 'var(--good)' },
    { tag: tags.number, color: 'var(--bad)' },
]);

const look = EditorView.theme({
    '&': { backgroundColor: 'var(--paper)', color: 'var(--ink)', border: '1px solid var(--line)', borderRadius: '6px', fontSize: 'var(--written)' },
    '&.cm-focused': { outline: '3px solid var(--blue)' },
    '.cm-scroller': { maxHeight: '30rem', fontFamily: "ui-monospace, 'DejaVu Sans Mono', monospace" },
    '.cm-gutters': { backgroundColor: 'var(--panel)', color: 'var(--quiet)', border: 'none' },
    '.cm-activeLine': { backgroundColor: 'color-mix(in srgb, var(--blue) 9%, transparent)' },
    '.cm-cursor': { borderLeftColor: 'var(--ink)' },
    // The usual wavy line is a picture, which the policy keeps out.
    '.cm-lintRange-error': { backgroundImage: 'none', textDecoration: 'underline wavy var(--bad)' },
    // So is that of the marker in the gutter.
    '.cm-lint-marker-error': { content: 'normal', color: 'var(--bad)', fontWeight: '700', textAlign: 'center' },
    '.cm-lint-marker-error::before': { content: '"✗"' },
    '.cm-tooltip': { backgroundColor: 'var(--panel)', color: 'var(--ink)', border: '1px solid var(--line)' },
    '&.cm-focused .cm-selectionBackground, .cm-selectionBackground': { backgroundColor: 'color-mix(in srgb, var(--blue) 28%, transparent)' },
});

export interface Editor {
    text: string;
    /** Shows what is wrong under its place. */
    wrong(line: number, column: number, words: string): void;
    right(): void;
}

/** Makes an editor in a root of its own, whose style sheets the content security policy lets pass. */
export function editor(host: HTMLElement, label: string, text: string, readOnly: boolean, onRun: () => void, onChange: () => void): Editor {
    const root = host.shadowRoot ?? host.attachShadow({ mode: 'open' });
    root.replaceChildren();
    const view = new EditorView({
        root,
        parent: root,
        state: EditorState.create({
            doc: text,
            extensions: [
                lineNumbers(), history(), drawSelection(), highlightActiveLine(), bracketMatching(), lintGutter(),
                language, syntaxHighlighting(colours), look,
                EditorView.contentAttributes.of({ 'aria-label': label }),
                EditorState.readOnly.of(readOnly), EditorView.editable.of(true),
                autocompletion({ override: [completeFromList(KEYWORDS.map((word) => ({ label: word, type: 'keyword' }))), ownWords] }),
                keymap.of([{ key: 'Mod-Enter', run: () => (onRun(), true) }, ...completionKeymap, ...defaultKeymap, ...historyKeymap]),
                EditorView.updateListener.of((update) => { if (update.docChanged) onChange(); }),
            ],
        }),
    });
    // What scrolls is reached by keys as well.
    view.scrollDOM.tabIndex = 0;
    const show = (diagnostics: Diagnostic[]) => view.dispatch(setDiagnostics(view.state, diagnostics));
    return {
        get text() {
            return view.state.doc.toString();
        },
        set text(text: string) {
            view.dispatch({ changes: { from: 0, to: view.state.doc.length, insert: text } });
        },
        wrong(line, column, words) {
            const at = view.state.doc.line(Math.min(Math.max(1, line), view.state.doc.lines));
            const from = Math.min(at.from + Math.max(0, column - 1), at.to);
            const end = /^[\w]+|^./.exec(at.text.slice(from - at.from))?.[0].length ?? 0;
            show([{ from, to: from + end, severity: 'error', message: words }]);
        },
        right: () => show([]),
    };
}
