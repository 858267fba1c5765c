import { afterEach, describe, expect, it, vi } from 'vitest'
import * as z from '#shared/zod.ts'
import { WidgetError } from '../errors/widget-error.ts'
import { type Attack, attack } from './testing/hostile-peer.ts'
import { openPair } from './testing/link-world.ts'

const opened: { close(): void }[] = []

afterEach(() => {
  for (const link of opened.splice(0)) link.close()
})

/** Makes the widget's handler throw; returns what the host's caller gets. */
const thrownThrough = async (thrown: unknown): Promise<unknown> => {
  const link = openPair({
    widget: {
      echo: () => {
        throw thrown
      },
    },
  })
  opened.push(link)
  return link.host.link.call('echo', { value: 1 }).catch((error: unknown) => error)
}

/** Makes a handler throw; returns what crosses the wire. */
const wireOf = async (thrown: unknown): Promise<unknown> => {
  const link: Attack = attack('widget', {
    handlers: {
      echo: () => {
        throw thrown
      },
    },
  })
  opened.push(link)
  link.calls.post(link.frame('echo', { value: 1 }))
  await vi.waitFor(() => expect(link.calls.received).toHaveLength(1), { interval: 1 })
  return link.calls.received[0]
}

const providerErrors: readonly [number, unknown][] = [
  [4001, { cause: { reason: 'user', at: ['popup', 1] } }],
  [4100, { method: 'eth_accounts' }],
  [4902, { originalError: { code: 4902, chainId: '0x7a69', nested: { list: [1, { a: null }] } } }],
  [5740, { bundle: { size: 99, limits: [10, 20] } }],
  [-32005, { rate: { backoff_seconds: 1.5 } }],
]

describe('errors of a wallet', () => {
  it.each(providerErrors)('code %i › nested data › both received', async (code, data) => {
    const thrown = Object.assign(new Error('The wallet said no'), { code, data })
    const received = await thrownThrough(thrown)
    expect(received).toMatchObject({ name: 'ProviderRpcError', message: 'The wallet said no', code, data })
  })

  it.each(providerErrors)('code %i › no stack on the wire', async (code, data) => {
    const cause = Object.assign(new Error('inner'), { code })
    const withStacks = {
      ...Object(data),
      stack: 'at secret.ts',
      deep: [{ stack: cause.stack, message: 'm' }],
    }
    const thrown = Object.assign(new Error('No'), { code, data: withStacks, cause })
    const frame = await wireOf(thrown)
    const error = z
      .object({ value: z.object({ error: z.object({ code: z.number(), data: z.unknown() }) }) })
      .parse(frame).value.error
    expect(error).toMatchObject({ code, data: { deep: [{ message: 'm' }] } })
    expect(JSON.stringify(frame)).not.toMatch(/stack|secret\.ts|\.ts:\d/)
  })

  it.each<[string, unknown, object]>([
    ['a bare object', { code: 4001, message: 'No' }, { code: 4001, message: 'No' }],
    ['a text', 'No', { code: -32603, message: 'No' }],
    ['nothing', undefined, { code: -32603, message: 'Internal error' }],
    ['a plain Error', new Error('No'), { code: -32603, message: 'No' }],
    [
      'a code that is a word',
      Object.assign(new Error('No'), { code: 'ACTION_REJECTED' }),
      { code: -32603, data: { originalCode: 'ACTION_REJECTED' } },
    ],
    [
      'a closed modal',
      new WidgetError('modal/closed', 'Modal closed'),
      { code: 4001, message: 'Modal closed' },
    ],
  ])('%s › thrown › caller gets an error with an integer code', async (_name, thrown, expected) => {
    expect(await thrownThrough(thrown)).toMatchObject({ name: 'ProviderRpcError', ...expected })
  })
})
