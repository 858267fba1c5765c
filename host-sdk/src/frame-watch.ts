import type { Clock } from '../../shared/channel/clock.ts'

const checkEveryMs = 500

/**
 * Watches one frame for what no link event tells: a second `load` (it reloaded or was moved in the document), its
 * removal by the page, and a policy of the page that forbids it. Returns the undo.
 */
export function watchFrame(options: {
  readonly frame: HTMLIFrameElement
  readonly widgetOrigin: string
  readonly clock: Clock
  readonly onGone: () => void
  /** The page's content security policy blocks our origin. */
  readonly onBlocked: () => void
}): () => void {
  const { frame, clock } = options
  let loads = 0
  const onLoad = () => {
    loads += 1
    if (loads > 1) options.onGone()
  }
  const onViolation = (event: SecurityPolicyViolationEvent) => {
    const concernsFrames = /^(frame|child|default)-src/.test(event.effectiveDirective)
    if (concernsFrames && event.blockedURI.startsWith(options.widgetOrigin)) options.onBlocked()
  }
  // An observer of the whole page would cost the page more than this look twice a second.
  const check = () => {
    if (frame.isConnected) stopCheck = clock.after(checkEveryMs, check)
    else options.onGone()
  }
  let stopCheck = clock.after(checkEveryMs, check)
  frame.addEventListener('load', onLoad)
  document.addEventListener('securitypolicyviolation', onViolation)
  return () => {
    stopCheck()
    frame.removeEventListener('load', onLoad)
    document.removeEventListener('securitypolicyviolation', onViolation)
  }
}
