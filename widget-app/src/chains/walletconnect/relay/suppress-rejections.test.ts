import { expect, onTestFinished, test } from 'vitest'
import { openOfflineClient } from '../testing/offline-client.ts'
import { suppressRejections } from './suppress-rejections.ts'

test.each(['isValidUpdate', 'isValidExtend', 'isValidPing', 'isValidEmit', 'sendError'])(
  '%s rejects › no unhandled rejection; an awaited call still rejects',
  async (name) => {
    const unhandled: unknown[] = []
    const record = (reason: unknown) => void unhandled.push(reason)
    process.on('unhandledRejection', record)
    onTestFinished(() => void process.off('unhandledRejection', record))
    const client = await openOfflineClient()
    client.core.heartbeat.stop()
    suppressRejections(client)
    const method: unknown = Reflect.get(client.engine, name)
    if (typeof method !== 'function') throw new TypeError(`No ${name}`)
    const params = { id: 1, topic: 'e'.repeat(64), error: { code: 0, message: '' } }
    void method(params)
    await expect(method(params)).rejects.toThrow(/topic doesn't exist|No matching key/)
    // The process reports unhandled rejections after the current task.
    await new Promise(setImmediate)
    expect(unhandled).toEqual([])
  },
)

test('another SDK version › throws', async () => {
  const client = await openOfflineClient()
  client.core.heartbeat.stop()
  Object.assign(client.engine, { sendError: undefined })
  expect(() => suppressRejections(client)).toThrow()
})
