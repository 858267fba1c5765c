import { expect, it } from 'vitest'
import type { SendEvent } from './model.ts'
import { sendFailureEvent } from './send-event.ts'

const properties = { network: 'eip155:1', isSmartAccount: false, token: 'USDC', amount: '1.5' }

it.each<[SendEvent, string | undefined, string | undefined]>([
  [{ is: 'rejected' }, 'SEND_REJECTED', 'User rejected the request'],
  [{ is: 'pending' }, 'SEND_ERROR', 'pending'],
  [{ is: 'failed', why: 'reverted', detail: 'No' }, 'SEND_ERROR', 'No'],
  [{ is: 'failed', why: 'reverted', detail: undefined }, 'SEND_ERROR', 'reverted'],
  [{ is: 'unknown', entryId: '1' }, 'SEND_ERROR', 'unknown'],
  [{ is: 'mismatched', entryId: '1' }, 'SEND_ERROR', 'mismatched'],
  [{ is: 'submitted', entryId: '1' }, undefined, undefined],
  [{ is: 'switching' }, undefined, undefined],
])('send ended by %j › tracks its event', (event, name, message) => {
  const tracked = sendFailureEvent(event, properties)
  expect(tracked?.event).toBe(name)
  if (tracked) expect(tracked.properties).toEqual({ ...properties, message })
})
