/** Sandbox and permissions of channel §4.2: no top navigation, popups only for wallets and links. */
const sandbox = [
  'allow-scripts',
  'allow-same-origin',
  'allow-forms',
  'allow-popups',
  'allow-popups-to-escape-sandbox',
  'allow-top-navigation-to-custom-protocols',
  'allow-storage-access-by-user-activation',
]

const permissions = [
  'publickey-credentials-get',
  'publickey-credentials-create',
  'clipboard-write',
  'payment',
  'storage-access',
]

/** Makes the widget's iframe, not yet in the document. The title names it for screen readers. */
export function createFrame(widgetOrigin: string, projectId: string, title: string): HTMLIFrameElement {
  const frame = document.createElement('iframe')
  frame.title = title
  for (const token of sandbox) frame.sandbox.add(token)
  frame.allow = permissions.map((name) => `${name} ${widgetOrigin}`).join('; ')
  frame.src = `${widgetOrigin}/embed/1/${encodeURIComponent(projectId)}`
  Object.assign(frame.style, {
    display: 'block',
    width: '100%',
    height: '100%',
    border: '0',
    margin: '0',
    padding: '0',
    background: 'transparent',
    // The frame's own root keeps this scheme too: a mismatch would paint it opaque.
    colorScheme: 'normal',
  })
  return frame
}
