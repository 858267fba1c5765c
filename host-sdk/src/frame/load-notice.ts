import { chooseLanguage } from '../language.ts'
import { setStyle } from './inline-style.ts'
import type { LoadFailureReason } from './load-failure.ts'
import { type PageFailureReason, pageFailureReason } from './load-remedies.ts'

type Texts = Readonly<
  Record<
    'slow' | 'failed' | 'policy' | 'offline' | 'version' | 'nested' | 'opaque' | 'retry' | 'close',
    string
  >
>

/** In the languages of the widget. */
const texts: Readonly<Record<string, Texts>> = {
  en: {
    slow: 'Still loading…',
    failed: 'The wallet could not be loaded.',
    policy: 'This site does not allow the wallet to load.',
    offline: 'You are offline. Check your connection and try again.',
    version: 'This site needs an update to show the wallet.',
    nested: 'The wallet cannot be shown inside another site. Open this page in a new tab.',
    opaque: 'The wallet cannot be shown on a sandboxed or local page.',
    retry: 'Try again',
    close: 'Close',
  },
  ar: {
    slow: 'لا يزال التحميل جاريًا…',
    failed: 'تعذّر تحميل المحفظة.',
    policy: 'هذا الموقع لا يسمح بتحميل المحفظة.',
    offline: 'أنت غير متصل بالإنترنت. تحقّق من اتصالك وأعد المحاولة.',
    version: 'يحتاج هذا الموقع إلى تحديث لعرض المحفظة.',
    nested: 'لا يمكن عرض المحفظة داخل موقع آخر. افتح هذه الصفحة في علامة تبويب جديدة.',
    opaque: 'لا يمكن عرض المحفظة في صفحة معزولة أو محلية.',
    retry: 'إعادة المحاولة',
    close: 'إغلاق',
  },
}

/**
 * The widget's colours (`widget-app/src/ui/tokens.css`); forced-colors mode replaces them. All use `light-dark()`, so that
 * a browser without it ignores all of them.
 */
const surface = 'light-dark(#fff, #201f1d)'
const primary = { fill: 'light-dark(#0076d3, #0076d3)', text: 'light-dark(#fff, #fff)' }
const secondary = { fill: 'light-dark(#f5f3f2, #2b2a28)', text: 'light-dark(#1e1d1c, #f1f0ee)' }

/** What the notice reports: slow loading, or the cause of a failure. */
export type NoticeKind = 'slow' | LoadFailureReason

export type NoticeOptions = {
  /** The option as the page passed it: BCP 47; else the browser's languages. */
  readonly locale?: unknown
  /** The option as the page passed it: light, dark, or the system's. */
  readonly themeMode?: unknown
  readonly onRetry: () => void
  /** Absent if there is nothing to close. */
  readonly onClose?: (() => void) | undefined
}

const textOf = (cause: PageFailureReason) =>
  cause === 'error-page' || cause === 'silent' || cause === 'lost' ? 'failed' : cause

/**
 * Renders the SDK's own notice in place of a widget that is not available. Plain elements with inline declarations, so
 * that neither the page's rules nor its policy affect them; system colours follow the theme and forced colours.
 */
export function drawNotice(kind: NoticeKind, options: NoticeOptions): HTMLElement {
  const language = chooseLanguage([String(options.locale ?? ''), ...navigator.languages], texts)
  const messages = texts[language]
  const box = document.createElement('div')
  const text = document.createElement('div')
  const isSlow = kind === 'slow'
  box.setAttribute('role', isSlow ? 'status' : 'alert')
  box.lang = language
  box.dir = language === 'ar' ? 'rtl' : 'ltr'
  const { themeMode } = options
  setStyle(box, {
    all: 'initial',
    direction: box.dir,
    'color-scheme': themeMode === 'light' || themeMode === 'dark' ? themeMode : 'light dark',
    display: 'block',
    'box-sizing': 'border-box',
    width: 'fit-content',
    'max-width': 'min(370px, 100% - 32px)',
    height: 'fit-content',
    margin: 'auto',
    padding: '20px',
    'border-radius': '16px',
    background: 'Canvas',
    'background-color': surface,
    color: 'CanvasText',
    'box-shadow': '0 8px 40px rgb(0 0 0 / 20%)',
    font: '500 16px/1.4 system-ui, sans-serif',
    'text-align': 'start',
  })
  setStyle(text, { all: 'unset', display: 'block' })
  text.textContent = messages?.[isSlow ? kind : textOf(pageFailureReason(kind))] ?? ''
  box.append(text)
  const actions = [
    ...(isSlow ? [] : [[messages?.retry ?? '', options.onRetry] as const]),
    ...(options.onClose ? [[messages?.close ?? '', options.onClose] as const] : []),
  ]
  for (const [label, onClick] of actions) {
    const button = document.createElement('button')
    button.type = 'button'
    button.textContent = label
    const colors = onClick === options.onRetry ? primary : secondary
    // `revert` keeps the browser's default button if it does not support `light-dark()`, and its focus outline.
    setStyle(button, {
      all: 'revert',
      'min-height': '44px',
      'margin-block-start': '16px',
      'margin-inline-end': '8px',
      padding: '0 20px',
      border: '1px solid transparent',
      'border-radius': '12px',
      'outline-offset': '2px',
      font: 'inherit',
      'font-weight': '600',
      'background-color': colors.fill,
      color: colors.text,
      cursor: 'pointer',
    })
    button.addEventListener('click', onClick)
    box.append(button)
  }
  return box
}
