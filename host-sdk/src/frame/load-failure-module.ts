import { retryableImport } from '../retryable-import.ts'
import { setStyle } from './inline-style.ts'
import type { LoadFailureReason } from './load-failure.ts'
import type { NoticeKind, NoticeOptions } from './load-notice.ts'

const loadModule = retryableImport(() => import('../entries/failure-module.ts'))
const getFailureModule = async () => (await loadModule()).failureModule

/** Fetches the failure module while the page is online: after a failure there may be no network. */
export function prefetchFailureModule(): void {
  getFailureModule().catch(() => {})
}

/** Renders the notice of `drawNotice`; without the failure module, which may be missing offline, a plain one in English. */
export async function renderNotice(kind: NoticeKind, options: NoticeOptions): Promise<HTMLElement> {
  try {
    return (await getFailureModule()).drawNotice(kind, options)
  } catch {
    return plainNotice(kind, options)
  }
}

function plainNotice(kind: NoticeKind, { onRetry, onClose }: NoticeOptions): HTMLElement {
  const box = document.createElement('div')
  box.setAttribute('role', 'alert')
  setStyle(box, {
    all: 'initial',
    width: 'fit-content',
    height: 'fit-content',
    margin: 'auto',
    padding: '20px',
    background: 'Canvas',
    color: 'CanvasText',
    font: 'caption',
  })
  box.append(
    kind === 'slow'
      ? 'Still loading…'
      : kind === 'offline'
        ? 'You are offline.'
        : 'The wallet could not be loaded.',
  )
  const addButton = (label: string, onClick: () => void) => {
    const button = document.createElement('button')
    button.textContent = label
    button.onclick = onClick
    box.append(' ', button)
  }
  addButton('Try again', onRetry)
  if (onClose) addButton('Close', onClose)
  return box
}

/** Creates a function that reports each cause and its remedy to the console, once. */
export function createHints(widgetOrigin: string): (cause: LoadFailureReason) => void {
  const reported = new Set<LoadFailureReason>()
  const hint = async (cause: LoadFailureReason) => {
    const remedy = await getFailureModule().then(
      ({ remedyOf }) => remedyOf(cause, widgetOrigin),
      () => `${cause}, origin ${origin}`,
    )
    console.error(`Drawbridge: the widget at ${widgetOrigin} could not be loaded. ${remedy}`)
  }
  return (cause) => {
    if (reported.has(cause)) return
    reported.add(cause)
    void hint(cause)
  }
}

/**
 * Converts the big integers of a response to quantities (`toHexQuantities`). Rejects if a number cannot be a quantity, and
 * without the failure module.
 */
export const withQuantities = async (response: unknown, method: string): Promise<unknown> =>
  (await getFailureModule()).withQuantities(response, method)

/**
 * Converts what a wallet threw to a form that the link can transfer (`carriedError`); unchanged without the failure module.
 */
export const carriedError = (thrown: unknown): Promise<unknown> =>
  getFailureModule().then(
    (loaded) => loaded.carriedError(thrown),
    () => thrown,
  )
