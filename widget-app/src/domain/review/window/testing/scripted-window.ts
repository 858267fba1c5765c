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
  let opened: (OpenedWindow & { closed: boolean; focused: number }) | undefined
  let answer: ((port: MessagePort) => void) | undefined
  const source = {
    postMessage: (_message: unknown, { transfer: [port] = [] }: WindowPostMessageOptions) => {
      if (port instanceof MessagePort) answer?.(port)
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
        focused: 0,
        focus: () => {
          if (opened) opened.focused += 1
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
    get isListened() {
      return listeners.size > 0
    },
    get focused() {
      return opened?.focused ?? 0
    },
    /** The user closes the window, which sends nothing. */
    vanish: () => {
      if (opened) opened.closed = true
    },
    /** The window of the last URL loads and requests its port; resolves with its end of the port. */
    knock: (): Promise<ScriptedWindow> => {
      const { id } = readConfirmFragment(new URL(addresses.at(-1) ?? '').hash) ?? {}
      return new Promise((resolve) => {
        answer = (port) => resolve(playWindow(port))
        const visit = newConfirmSecret().id
        const message = { data: { drawbridge: 'confirm-window', id, visit }, origin, source, ports: [] }
        for (const run of [...listeners]) run(message)
      })
    },
  }
}

/** Waits for the opened window, and for the first message of the frame. */
export async function reachedWindow(windows: ReturnType<typeof scriptedWindows>): Promise<ScriptedWindow> {
  const window = await windows.knock()
  window.send({ is: 'hello' })
  await window.reached
  return window
}

/** A window that the test scripts. */
export type ScriptedWindow = {
  readonly received: readonly ToWindow[]
  /** Resolves when the frame sent the first message. */
  readonly reached: Promise<void>
  send(message: ToFrame): void
  close(): void
}

function playWindow(port: MessagePort): ScriptedWindow {
  const received: ToWindow[] = []
  const reached = new Promise<void>((resolve) => {
    port.onmessage = ({ data }: MessageEvent<unknown>) => {
      const parsed = parseWire(toWindowSchema, data)
      if (!parsed.success) throw new Error('The frame sent what no window understands')
      received.push(parsed.data)
      resolve()
    }
  })
  return { received, reached, send: (message) => port.postMessage(message), close: () => port.close() }
}
