import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import type { JsonRpc } from '../../json-rpc.ts'
import { virtualClock } from '../../testing/virtual-clock.ts'
import { agreeOnRuntime } from './runtime-cross-check.ts'

const version = 7
const read = { method: 'state_call', params: ['Metadata_metadata_at_version', '0x0f000000'], result: '0x01' }

/** A second endpoint with these versions, one per call, and this metadata. */
const endpoint =
  (versions: readonly number[], metadata: unknown): JsonRpc =>
  async (method, params, schema) => {
    if (method === 'state_getRuntimeVersion') {
      const [now = version, ...later] = versions
      versions = later
      return z.parse(schema, { specVersion: now })
    }
    expect([method, params]).toEqual([read.method, read.params])
    return z.parse(schema, metadata)
  }
const judged = (second: JsonRpc, reads = [read]) =>
  agreeOnRuntime({ second, clock: virtualClock() }, reads, version)

test('the same metadata › agreed', async () => {
  expect(await judged(endpoint([], '0x01'))).toBe('agreed')
})

test('P-N1 › other metadata of the same version › an error', async () => {
  await expect(judged(endpoint([], '0x02'))).rejects.toMatchObject({
    code: 'http/invalid-response',
    data: { reason: 'servers-disagree' },
  })
})

test.each([
  ['is at another version', endpoint([8], '0x02')],
  ['was upgraded in between', endpoint([7, 8], '0x02')],
  ['is away', (): Promise<never> => Promise.reject(new Error('No connection'))],
])('second endpoint that %s › single', async (_, second) => {
  expect(await judged(second)).toBe('single')
})

test('no metadata read › single', async () => {
  expect(await judged(endpoint([], '0x01'), [])).toBe('single')
})

test('second endpoint does not respond › single after 6 s', async () => {
  const clock = virtualClock()
  const second: JsonRpc = () => new Promise(() => undefined)
  expect(await agreeOnRuntime({ second, clock }, [read], version)).toBe('single')
  expect(clock.waits).toEqual([6_000])
})
