import type { Clock } from '../../../shared/channel/clock.ts'
import { unreachableError } from '../../../shared/channel/handshake/handshake.ts'
import { listen } from '../../../shared/channel/listen.ts'
import { readWindowMessage } from '../../../shared/channel/message-event.ts'
import { type LoadFailureReason, loadFailure } from './load-failure.ts'

const checkEveryMs = 500

/** The widget posts its first message before its document has loaded; an error page posts none. */
const errorPageMs = 1_000

/**
 * Aborts a frame's `lifetime` on what no link event reports: a second `load` (it reloaded or was moved in the document), its
 * removal by the page, a content security policy of the page that forbids it, and an error page in its place. Watches
 * until `lifetime` aborts. Returns a function that checks at once whether the page has removed the frame.
 */
export function watchFrame(
  frame: HTMLIFrameElement,
  widgetOrigin: string,
  clock: Clock,
  lifetime: AbortController,
): () => void {
  const { signal } = lifetime
  const onRemoved = () => lifetime.abort(unreachableError())
  const fail = (cause: LoadFailureReason) => lifetime.abort(loadFailure(cause, widgetOrigin))
  let hasPosted = false
  const onMessage = (event: MessageEvent) => {
    const message = readWindowMessage(event)
    if (message?.source !== frame.contentWindow || message?.origin !== widgetOrigin) return
    hasPosted = true
    window.removeEventListener('message', onMessage)
  }
  listen(window, 'message', onMessage, signal)
  const onLoad = () => {
    frame.addEventListener('load', onRemoved, { signal })
    const stop = clock.after(errorPageMs, () => {
      if (!hasPosted) fail(navigator.onLine ? 'error-page' : 'offline')
    })
    signal.addEventListener('abort', stop)
  }
  frame.addEventListener('load', onLoad, { once: true, signal })
  listen(
    document,
    'securitypolicyviolation',
    ({ disposition, effectiveDirective, blockedURI }: SecurityPolicyViolationEvent) => {
      // A report-only policy does not block the frame.
      if (disposition === 'report' || !/^(frame|child|default)-src/.test(effectiveDirective)) return
      if (blockedURI.startsWith(widgetOrigin)) fail('policy')
    },
    signal,
  )
  // A MutationObserver on the whole page would cost more than this check twice a second.
  const check = () => {
    if (!frame.isConnected) onRemoved()
  }
  const repeat = () => {
    check()
    if (!signal.aborted) clock.after(checkEveryMs, repeat)
  }
  clock.after(checkEveryMs, repeat)
  return check
}
