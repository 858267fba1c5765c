import { parseWire } from '#shared/wire-schema.ts'
import type { DocumentMessages } from '#widget/lib/page/document-messages.ts'
import type { SpendingRecord } from '../wallet/spending-records.ts'
import { type FromFrame, limitPortSchema, type ReadyFrame, toFrameSchema } from './limit-messages.ts'

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
    const respond = (message: FromFrame) => port.postMessage(message)
    const store = async (record: SpendingRecord) => {
      const { site } = await frameFacts()
      if (record.site !== site) throw new TypeError('The limit is not for this frame')
      await put(record)
    }
    port.onmessage = ({ data: message }: MessageEvent<unknown>) => {
      const parsed = parseWire(toFrameSchema, message)
      if (!parsed.success) return respond({ is: 'failed' })
      const { record } = parsed.data
      const { limitId } = record
      store(record).then(
        () => {
          respond({ is: 'stored', limitId })
          onStored()
        },
        () => respond({ is: 'failed', limitId }),
      )
    }
    frameFacts().then(
      (own) => respond({ is: 'ready', ...own }),
      () => respond({ is: 'failed' }),
    )
  })
