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

test("required › missing member › throws 'Unsupported chain' of the spec", () => {
  expect(required(7, 'send')).toBe(7)
  expect(() => required(undefined, 'send')).toThrow(
    expect.objectContaining({
      code: 'chain/unsupported',
      message: 'Unsupported chain',
      data: { what: 'send' },
    }),
  )
})

test('adapterLoader › called twice › loads the adapter of the namespace once', async () => {
  const adapter = adapterLoader(ports)
  const [first, second] = await Promise.all([adapter('eip155'), adapter('eip155')])
  expect(first).toBe(second)
  expect(first.namespace).toBe('eip155')
})

test('adapterLoader › namespace without an adapter › unsupported', async () => {
  await expect(adapterLoader(ports)('cosmos')).rejects.toMatchObject({ code: 'chain/unsupported' })
})

test('registry › every manifest has the namespace of its key', () => {
  for (const [namespace, entry] of Object.entries(registry)) expect(entry.manifest.namespace).toBe(namespace)
})
