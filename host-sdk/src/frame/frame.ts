import { embedPath, isolatedEmbedPath } from '../../../shared/config/embed-path.ts'
import { setStyle } from './inline-style.ts'

/** Sandbox and permissions of channel T29, T33: no top navigation, popups only for wallets and links. */
const sandbox =
  'allow-scripts allow-same-origin allow-forms allow-popups allow-popups-to-escape-sandbox allow-top-navigation-to-custom-protocols allow-storage-access-by-user-activation'

const permissions = [
  'publickey-credentials-get',
  'publickey-credentials-create',
  'clipboard-write',
  'payment',
  'storage-access',
  'web-share',
  'camera',
]

/** Creates the widget's iframe, not yet in the document. The title names it for screen readers. */
export function createFrame(widgetOrigin: string, projectId: string, title: string): HTMLIFrameElement {
  const frame = document.createElement('iframe')
  frame.title = title
  frame.setAttribute('sandbox', sandbox)
  frame.allow = permissions.map((name) => `${name} ${widgetOrigin}`).join('; ')
  const path = globalThis.crossOriginIsolated ? isolatedEmbedPath : embedPath
  frame.src = `${widgetOrigin}${path}${encodeURIComponent(projectId)}`
  // `all` excludes the page's rules for iframes, including a colour scheme that would render the frame opaque.
  setStyle(frame, { all: 'initial', display: 'block', width: '100%', height: '100%' })
  return frame
}
