import { fileBeside } from './file-beside.ts'
import { setStyle } from './inline-style.ts'
import type { LoadCause } from './load-failure.ts'
import type { NoticeKind, NoticeOptions } from './load-notice.ts'

const loadFile = fileBeside(() => import('./on-failure.ts'))
const file = async () => (await loadFile()).onFailure

/** Fetches the file while the page is known to be online: later there may be no network. */
export function fetchFailureFile(): void {
  file().catch(() => {})
}

/** Draws the notice of `drawNotice`; without its file, one sentence that closes when it is pressed. */
export async function drawnNotice(kind: NoticeKind, options: NoticeOptions): Promise<HTMLElement> {
  try {
    return (await file()).drawNotice(kind, options)
  } catch {
    const button = document.createElement('button')
    button.type = 'button'
    button.textContent = kind === 'slow' ? 'Close' : 'The wallet could not be loaded. Close'
    setStyle(button, { all: 'revert', margin: 'auto', width: 'fit-content', height: 'fit-content' })
    button.addEventListener('click', options.onClose ?? options.onRetry)
    return button
  }
}

/** Makes what names each cause and its remedy in the console, once. */
export function makeHints(widgetOrigin: string): (cause: LoadCause) => void {
  const given = new Set<LoadCause>()
  const hint = async (cause: LoadCause) => {
    const remedy = await file().then(
      ({ remedyOf }) => remedyOf(cause, widgetOrigin),
      () => '',
    )
    console.error(`Drawbridge: the widget at ${widgetOrigin} could not be loaded. ${remedy}`)
  }
  return (cause) => {
    if (given.has(cause)) return
    given.add(cause)
    void hint(cause)
  }
}

/** What a wallet threw, as the link can carry it (`carriedError`); without the file, as it is. */
export const carriedError = (thrown: unknown): Promise<unknown> =>
  file().then(
    (loaded) => loaded.carriedError(thrown),
    () => thrown,
  )
