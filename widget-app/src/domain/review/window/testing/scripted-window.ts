import { type ToFrame, type ToWindow, toWindowSchema } from '#shared/confirm/messages.ts'
import { parseWire } from '#shared/wire-schema.ts'
import type { DocumentMessage } from '#widget/lib/page/document-messages.ts'
import type { OpenedWindow } from '#widget/lib/popup.ts'
import { newConfirmSecret, readConfirmFragment } from '../confirm-url.ts'

/** Test only: a browser that opens confirm windows, each scripted by the test. */
export function scriptedWindows({ isBlocked = false } = {}) {
  const listeners = new Set<(message: DocumentMessage) => void>()
  const origin = 'https://widget.example'
  const addresses: string[] = []
  let opened: (OpenedWindow & { closed: boolean; focusCount: number }) | undefined
  let onPortOffered: ((port: MessagePort) => void) | undefined
  const source = {
    postMessage: (_message: unknown, { transfer: [port] = [] }: WindowPostMessageOptions) => {
      if (port instanceof MessagePort) onPortOffered?.(port)
    },
  }
  return {
    origin,
    addresses,
    openWindow: (address: string): OpenedWindow | null => {
      addresses.push(address)
      if (isBlocked) return null
      opened = Object.assign(source, {
        opener: null,
        closed: false,
        location: { href: address },
        focusCount: 0,
        focus: () => {
          if (opened) opened.focusCount += 1
        },
        close: () => undefined,
      })
      return opened
    },
    page: {
      origin,
      listen: (run: (message: DocumentMessage) => void) => {
        listeners.add(run)
        return () => void listeners.delete(run)
      },
    },
    get hasListeners() {
      return listeners.size > 0
    },
    get focusCount() {
      return opened?.focusCount ?? 0
    },
    /** The user closes the window, which sends nothing. */
    closeSilently: () => {
      if (opened) opened.closed = true
    },
    /** The window of the last URL loads and requests its port; resolves with its end of the port. */
    requestPort: (): Promise<ScriptedWindow> => {
      const { id } = readConfirmFragment(new URL(addresses.at(-1) ?? '').hash) ?? {}
      return new Promise((resolve) => {
        onPortOffered = (port) => resolve(createScriptedWindow(port))
        const visit = newConfirmSecret().id
        const message = { data: { drawbridge: 'confirm-window', id, visit }, origin, source, ports: [] }
        for (const run of [...listeners]) run(message)
      })
    },
  }
}

/** Waits for the opened window, and for the first message of the frame. */
export async function connectedWindow(windows: ReturnType<typeof scriptedWindows>): Promise<ScriptedWindow> {
  const window = await windows.requestPort()
  window.send({ is: 'hello' })
  await window.connected
  return window
}

/** A window that the test scripts. */
export type ScriptedWindow = {
  readonly received: readonly ToWindow[]
  /** Resolves when the frame sent the first message. */
  readonly connected: Promise<void>
  send(message: ToFrame): void
  close(): void
}

function createScriptedWindow(port: MessagePort): ScriptedWindow {
  const received: ToWindow[] = []
  const firstMessage = new Promise<void>((resolve) => {
    port.onmessage = ({ data }: MessageEvent<unknown>) => {
      const parsed = parseWire(toWindowSchema, data)
      if (!parsed.success) throw new Error('The frame sent what no window understands')
      received.push(parsed.data)
      resolve()
    }
  })
  return {
    received,
    connected: firstMessage,
    send: (message) => port.postMessage(message),
    close: () => port.close(),
  }
}
