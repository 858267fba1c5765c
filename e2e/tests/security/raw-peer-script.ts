/** A port of the link, from the view of a hostile peer. */
export type RawPort = 'calls' | 'replies' | 'ctl'

/** A response of the peer to a call of the other end; `never` leaves the call pending. */
export type RawResponse =
  | { readonly ok: true; readonly result: unknown }
  | { readonly ok: false; readonly error: unknown }
  | 'never'

/** One end of link v1 without the SDK, which can also send messages that a valid end never sends. */
export type RawPeerPage = {
  wid: string
  sid: string
  /** Window messages that this document received. */
  readonly windowMessages: { readonly origin: string; readonly data: unknown; readonly ports: number }[]
  /** `calls`: responses to calls of this peer; `replies`: calls of the other end; `ctl`: control messages. */
  readonly received: Record<RawPort, unknown[]>
  /** By method, or by `provider.request` and the wallet's method; the default response is an empty result. */
  readonly responses: Record<string, RawResponse>
  /** Host only: adds a new widget frame to the page and resolves with the `wid` of its first hello. */
  mount(src: string): Promise<string>
  /** Host only: sends an `init` with replaced fields and this number of ports, and makes it the link. */
  init(patch?: Readonly<Record<string, unknown>>, portCount?: number): void
  post(port: RawPort, message: unknown, transfer?: Transferable[]): void
  /** Creates a well-formed call frame, with fields of its envelope replaced. */
  frame(
    method: string,
    params: unknown,
    envelope?: Readonly<Record<string, unknown>>,
  ): { readonly id: string }
  /** Posts a frame and resolves with the message of the same comlink id. */
  call(frame: { readonly id: string }, transfer?: Transferable[]): Promise<unknown>
}

declare global {
  interface Window {
    readonly rawPeer: RawPeerPage
  }
}

/**
 * Runs in every frame of the hostile site before its scripts: implements the host's end in a page, and the widget's end in a
 * document that replaces the widget.
 */
export function installRawPeer(): void {
  if (!location.hostname.startsWith('evil.')) return
  const isWidget = location.pathname.startsWith('/embed/1/')
  const randomId = () => crypto.randomUUID().replaceAll('-', '')
  const pendingCalls = new Map<unknown, (answer: unknown) => void>()
  const openPorts: Partial<Record<RawPort, MessagePort>> = {}
  let sequence = 0
  let frame: HTMLIFrameElement | undefined
  let onHello: (wid: string) => void = () => {}

  const readPath = (value: unknown, ...path: readonly (string | number)[]): unknown =>
    path.reduce<unknown>(
      (at, key) => (typeof at === 'object' && at !== null ? Reflect.get(at, key) : undefined),
      value,
    )

  const answer = (data: unknown) => {
    const id = readPath(data, 'id')
    const envelope = readPath(data, 'argumentList', 0, 'value')
    const method = String(readPath(envelope, 'method'))
    const inner =
      method === 'provider.request' ? `${method} ${String(readPath(envelope, 'params', 'method'))}` : method
    const response = peer.responses[inner] ?? { ok: true, result: {} }
    if (response !== 'never') {
      openPorts.replies?.postMessage({
        id,
        type: 'RAW',
        value: { id: readPath(envelope, 'id'), ...response },
      })
    }
  }
  const attach = (name: RawPort, port: MessagePort) => {
    openPorts[name] = port
    port.addEventListener('message', ({ data }: MessageEvent<unknown>) => {
      peer.received[name].push(data)
      if (name === 'replies') answer(data)
      // Respond to pings: the SDK drops a silent widget within seconds, and verifies messages only while the link is open.
      if (isWidget && readPath(data, 't') === 'ping') port.postMessage({ ...Object(data), t: 'pong' })
      if (name === 'calls') pendingCalls.get(readPath(data, 'id'))?.(data)
    })
    port.start()
  }

  const peer: RawPeerPage = {
    wid: '',
    sid: '',
    windowMessages: [],
    received: { calls: [], replies: [], ctl: [] },
    responses: {
      'state.get': {
        ok: true,
        result: {
          open: false,
          loading: false,
          status: 'disconnected',
          statuses: {},
          chains: [],
          accounts: [],
          wallets: [],
        },
      },
      'modal.open': 'never',
    },
    mount: (src) =>
      new Promise((resolve) => {
        frame?.remove()
        onHello = resolve
        frame = document.createElement('iframe')
        frame.src = src
        Object.assign(frame.style, {
          position: 'fixed',
          inset: '0',
          width: '100vw',
          height: '100vh',
          border: '0',
        })
        document.body.append(frame)
      }),
    init: (patch = {}, portCount = 3) => {
      peer.sid = randomId()
      sequence = 0
      for (const list of Object.values(peer.received)) list.length = 0
      const channels = Array.from({ length: portCount }, () => new MessageChannel())
      const names = ['calls', 'replies', 'ctl'] as const
      names.forEach((name, at) => {
        const port = channels[at]?.port1
        if (port !== undefined) attach(name, port)
      })
      const message = {
        t: 'link:init',
        wid: peer.wid,
        sid: peer.sid,
        v: [1],
        sdk: '0.0.0',
        caps: [],
        ...patch,
      }
      frame?.contentWindow?.postMessage(
        message,
        '*',
        channels.map(({ port2 }) => port2),
      )
    },
    post: (port, message, transfer = []) => openPorts[port]?.postMessage(message, transfer),
    frame: (method, params, envelope = {}) => {
      sequence += 1
      const value = { v: 1, sid: peer.sid, id: randomId(), seq: sequence, method, params, ...envelope }
      return { id: randomId(), type: 'APPLY', path: ['dispatch'], argumentList: [{ type: 'RAW', value }] }
    },
    call: (message, transfer = []) =>
      new Promise((resolve) => {
        pendingCalls.set(message.id, resolve)
        peer.post('calls', message, transfer)
      }),
  }
  Object.defineProperty(globalThis, 'rawPeer', { value: peer })

  addEventListener('message', ({ origin, data, ports, source }: MessageEvent<unknown>) => {
    peer.windowMessages.push({ origin, data, ports: ports.length })
    const messageType = readPath(data, 't')
    if (!isWidget && messageType === 'link:hello' && source === frame?.contentWindow) {
      peer.wid = String(readPath(data, 'wid'))
      onHello(peer.wid)
    }
    const [toWidget, toHost, ctl] = ports
    if (isWidget && messageType === 'link:init' && toWidget && toHost && ctl) {
      peer.wid = String(readPath(data, 'wid'))
      peer.sid = String(readPath(data, 'sid'))
      attach('calls', toHost)
      attach('replies', toWidget)
      attach('ctl', ctl)
      ctl.postMessage({ t: 'accept', sid: peer.sid, v: 1, widget: '0.0.0', caps: [] })
    }
  })
}
