import { expect, onTestFinished, test } from 'vitest'
import { openLoneClient } from '../testing/offline-client.ts'
import { hearRejections } from './suppress-rejections.ts'

test.each(['isValidUpdate', 'isValidExtend', 'isValidPing', 'isValidEmit', 'sendError'])(
  '%s rejects › no unhandled rejection; an awaited call still rejects',
  async (name) => {
    const unheard: unknown[] = []
    const hear = (reason: unknown) => void unheard.push(reason)
    process.on('unhandledRejection', hear)
    onTestFinished(() => void process.off('unhandledRejection', hear))
    const client = await openLoneClient()
    client.core.heartbeat.stop()
    hearRejections(client)
    const begin: unknown = Reflect.get(client.engine, name)
    if (typeof begin !== 'function') throw new TypeError(`No ${name}`)
    const params = { id: 1, topic: 'e'.repeat(64), error: { code: 0, message: '' } }
    void begin(params)
    await expect(begin(params)).rejects.toThrow(/topic doesn't exist|No matching key/)
    // The process reports unhandled rejections after the current task.
    await new Promise(setImmediate)
    expect(unheard).toEqual([])
  },
)

test('another SDK version › throws', async () => {
  const client = await openLoneClient()
  client.core.heartbeat.stop()
  Object.assign(client.engine, { sendError: undefined })
  expect(() => hearRejections(client)).toThrow()
})
