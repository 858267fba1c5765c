import { expect, test } from 'vitest'
import { adapterLoader, registry, required } from './registry.ts'
import { memoryTransport } from './testing/scripted-transport.ts'
import { virtualClock } from './testing/virtual-clock.ts'

const ports = {
  transport: memoryTransport({}),
  rpcUrl: () => 'https://gateway.test',
  fetch: async () => Promise.reject(new Error('Unexpected request')),
  clock: virtualClock(),
}

test("error: a missing member is the spec's 'Unsupported chain'", () => {
  expect(required(7, 'send')).toBe(7)
  expect(() => required(undefined, 'send')).toThrow(
    expect.objectContaining({
      code: 'chain/unsupported',
      message: 'Unsupported chain',
      data: { what: 'send' },
    }),
  )
})

test('behavior: an adapter is loaded once, for the namespace it was asked for', async () => {
  const adapter = adapterLoader(ports)
  const [first, second] = await Promise.all([adapter('eip155'), adapter('eip155')])
  expect(first).toBe(second)
  expect(first.namespace).toBe('eip155')
})

test('error: a namespace without an adapter is unsupported', async () => {
  await expect(adapterLoader(ports)('cosmos')).rejects.toMatchObject({ code: 'chain/unsupported' })
})

test('param: every manifest is filed under its own namespace', () => {
  for (const [namespace, entry] of Object.entries(registry)) expect(entry.manifest.namespace).toBe(namespace)
})
