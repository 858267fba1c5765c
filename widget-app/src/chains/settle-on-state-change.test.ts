import { describe, expect, it, vi } from 'vitest'
import { settle } from '#widget/lib/fake-clock.ts'
import { settleOnStateChange } from './settle-on-state-change.ts'
import { memoryTransport } from './testing/scripted-transport.ts'

/** A request whose response the test controls, and an event of its wallet. */
function world(readState: (data: unknown) => Promise<string | undefined>) {
  const transport = memoryTransport({})
  let resolve = (_answer: string) => {}
  let reject = (_error: unknown) => {}
  const request = new Promise<string>((onAnswer, onError) => {
    resolve = onAnswer
    reject = onError
  })
  const outcome = vi.fn()
  settleOnStateChange(transport, 'handle', request, 'changed', readState).then(
    (value) => outcome('resolved', value),
    (error: unknown) => outcome('rejected', error),
  )
  return { resolve, reject, outcome, emit: transport.emit }
}
const asData = async (data: unknown) => (typeof data === 'string' ? data : undefined)

describe('settleOnStateChange', () => {
  it('request › fulfilled › its response', async () => {
    const { resolve, outcome } = world(asData)
    resolve('answer')
    await settle()
    expect(outcome.mock.calls).toEqual([['resolved', 'answer']])
  })

  it('request › rejected › its error', async () => {
    const { reject, outcome } = world(asData)
    reject('No')
    await settle()
    expect(outcome.mock.calls).toEqual([['rejected', 'No']])
  })

  it('request › no response, state reached › the state', async () => {
    const { outcome, emit } = world(asData)
    emit('other', 'x')
    emit('changed')
    await settle()
    expect(outcome).not.toHaveBeenCalled()
    emit('changed', 'seen')
    await settle()
    expect(outcome.mock.calls).toEqual([['resolved', 'seen']])
  })

  it('state read › fails › the request still counts', async () => {
    const { resolve, outcome, emit } = world(() => Promise.reject(new Error('No')))
    emit('changed')
    await settle()
    resolve('answer')
    await settle()
    expect(outcome.mock.calls).toEqual([['resolved', 'answer']])
  })

  it('event › after the response › state is not read', async () => {
    const readState = vi.fn(asData)
    const { resolve, emit } = world(readState)
    resolve('answer')
    await settle()
    emit('changed', 'seen')
    expect(readState).not.toHaveBeenCalled()
  })
})
