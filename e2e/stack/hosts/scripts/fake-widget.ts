/** A document in the widget's place: says hello as the widget does, and keeps everything it is told. */
type Received = { readonly origin: string; readonly data: unknown; readonly ports: number }

const received: Received[] = []
Object.defineProperty(globalThis, 'received', { value: received })

addEventListener('message', ({ origin, data, ports }: MessageEvent<unknown>) => {
  received.push({ origin, data, ports: ports.length })
})

const bytes = crypto.getRandomValues(new Uint8Array(16))
const wid = [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('')
let hellos = 0
const timer = setInterval(() => {
  hellos += 1
  if (hellos >= 20) clearInterval(timer)
  if (parent !== window) parent.postMessage({ t: 'link:hello', wid, v: [1] }, '*')
}, 500)
