import { expect, test, vi } from 'vitest'
import { createFrameWaiter } from './frame-waiter.ts'

test('asked › resolves to the text that the frame sends', async () => {
  const waiter = createFrameWaiter()
  const request = vi.fn()
  const text = waiter.ask(request)
  expect(request).toHaveBeenCalledTimes(1)
  waiter.resolve('ticket')
  expect(await text).toBe('ticket')
})

test('rejected › the next one is asked', async () => {
  const waiter = createFrameWaiter()
  const rejected = waiter.ask(() => undefined)
  waiter.reject(new Error('no session'))
  await expect(rejected).rejects.toThrow('no session')
  const text = waiter.ask(() => undefined)
  waiter.resolve('ticket')
  expect(await text).toBe('ticket')
})

test('closed › what waits rejects, and what is asked later, without a request', async () => {
  const waiter = createFrameWaiter()
  const waiting = waiter.ask(() => undefined)
  waiter.close(new Error('over'))
  await expect(waiting).rejects.toThrow('over')
  waiter.close(new Error('again'))
  const request = vi.fn()
  await expect(waiter.ask(request)).rejects.toThrow('over')
  expect(request).not.toHaveBeenCalled()
})
