import type { Clock } from '../../shared/channel/clock.ts'
import { unreachable } from '../../shared/channel/handshake.ts'
import { providerCodes } from '../../shared/errors/provider-error.ts'
import { linkError } from '../../shared/errors/wire-error.ts'

const checkEveryMs = 500

/**
 * Ends a frame's life for what no link event tells: a second `load` (it reloaded or was moved in the document), its
 * removal by the page, and a content security policy of the page that forbids it. Watches until that life has ended.
 */
export function watchFrame(
  frame: HTMLIFrameElement,
  widgetOrigin: string,
  clock: Clock,
  life: AbortController,
): void {
  const { signal } = life
  const gone = () => life.abort(unreachable())
  frame.addEventListener('load', () => frame.addEventListener('load', gone, { signal }), {
    once: true,
    signal,
  })
  document.addEventListener(
    'securitypolicyviolation',
    ({ effectiveDirective, blockedURI }) => {
      if (!/^(frame|child|default)-src/.test(effectiveDirective) || !blockedURI.startsWith(widgetOrigin))
        return
      life.abort(
        linkError(
          providerCodes.disconnected,
          `The page's content security policy needs frame-src ${widgetOrigin}`,
          'unreachable',
        ),
      )
    },
    { signal },
  )
  // An observer of the whole page would cost the page more than this look twice a second.
  const check = () => {
    if (!frame.isConnected) gone()
    if (!signal.aborted) clock.after(checkEveryMs, check)
  }
  clock.after(checkEveryMs, check)
}
