/** A document that replaces the widget: it posts `link:hello` as the widget does, and records every message. */
type Received = { readonly origin: string; readonly data: unknown; readonly ports: number }

const received: Received[] = []
Object.defineProperty(globalThis, 'received', { value: received })

addEventListener('message', ({ origin, data, ports }: MessageEvent<unknown>) => {
  received.push({ origin, data, ports: ports.length })
})

const bytes = crypto.getRandomValues(new Uint8Array(16))
const wid = [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('')
let helloCount = 0
const timer = setInterval(() => {
  helloCount += 1
  if (helloCount >= 20) clearInterval(timer)
  if (parent !== window) parent.postMessage({ t: 'link:hello', wid, v: [1] }, '*')
}, 500)
