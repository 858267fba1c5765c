/** The least host page: discovers wallets (EIP-6963), loads the frame when the page is idle or on the click, and shows it. */
import * as Comlink from 'comlink'
import * as z from '#shared/zod.ts'
import { type AnnouncedWallet, announcedWallet, type FloorFrame, frameHost } from './messages.ts'

const announcement = z.object({ info: announcedWallet })
const wallets = new Map<string, AnnouncedWallet>()
addEventListener('eip6963:announceProvider', (event) => {
  const parsed = z.safeParse(announcement, event instanceof CustomEvent ? event.detail : undefined)
  if (parsed.success) wallets.set(parsed.data.info.uuid, parsed.data.info)
})
dispatchEvent(new Event('eip6963:requestProvider'))

const frameOrigin = `${location.protocol}//${frameHost}:${location.port}`
const dialog = document.createElement('dialog')
document.body.append(dialog)

let loaded: Promise<Comlink.Remote<FloorFrame>> | undefined
function load(): Promise<Comlink.Remote<FloorFrame>> {
  loaded ??= new Promise((resolve) => {
    const frame = document.createElement('iframe')
    frame.src = `${frameOrigin}/embed/1/floor.html`
    addEventListener('message', ({ source, origin, ports: [port] }) => {
      if (source !== frame.contentWindow || origin !== frameOrigin || !port) return
      const remote = Comlink.wrap<FloorFrame>(port)
      void remote.show([...wallets.values()]).then(() => resolve(remote))
    })
    dialog.append(frame)
  })
  return loaded
}

const button = document.querySelector('button')
button?.addEventListener('click', () => {
  void load().then((frame) => frame.show([...wallets.values()]))
  dialog.showModal()
})
if (button) button.disabled = false
const connection: unknown = Reflect.get(navigator, 'connection')
if (!(connection instanceof Object && Reflect.get(connection, 'saveData') === true))
  requestIdleCallback(() => void load())
// As the SDK's: it resolves once the frame is linked.
Object.defineProperty(window, 'bridge', { value: { setTheme: () => load().then(() => {}) } })
