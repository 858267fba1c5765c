import { parseWire } from '#shared/wire-schema.ts'
import type { DocumentMessages } from '#widget/lib/page/document-messages.ts'
import type { SpendingRecord } from '../wallet/spending-records.ts'
import { limitPortSchema, type ReadyFrame, toFrameSchema } from './limit-messages.ts'

type FramePorts = {
  /** What this frame is, as it states it to the window. */
  readonly frameFacts: () => Promise<Omit<ReadyFrame, 'is'>>
  readonly put: (record: SpendingRecord) => Promise<void>
  readonly onStored: () => void
}

/**
 * The frame's end of `openLimitFrame`: stores the limits that the vault's window sends. Only a document of the vault's own origin can
 * send one. A record for another site is rejected.
 */
export const serveLimits = (
  page: DocumentMessages,
  { frameFacts, put, onStored }: FramePorts,
): (() => void) =>
  page.listen(({ data, origin, ports: [port] }) => {
    if (origin !== page.origin || port === undefined || !parseWire(limitPortSchema, data).success) return
    const store = async (message: unknown) => {
      const parsed = parseWire(toFrameSchema, message)
      const { site } = await frameFacts()
      if (!parsed.success || parsed.data.record.site !== site)
        throw new TypeError('The limit is not for this frame')
      await put(parsed.data.record)
    }
    port.onmessage = ({ data: message }: MessageEvent<unknown>) =>
      void store(message).then(
        () => {
          port.postMessage({ is: 'stored' })
          onStored()
        },
        () => port.postMessage({ is: 'failed' }),
      )
    frameFacts().then(
      (own) => port.postMessage({ is: 'ready', ...own }),
      () => port.postMessage({ is: 'failed' }),
    )
  })
