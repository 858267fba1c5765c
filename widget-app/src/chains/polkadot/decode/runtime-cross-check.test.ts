import { expect, test } from 'vitest'
import * as z from '#shared/zod.ts'
import type { JsonRpc } from '../../json-rpc.ts'
import { virtualClock } from '../../testing/virtual-clock.ts'
import { crossCheckRuntime } from './runtime-cross-check.ts'

const version = 7
const read = { method: 'state_call', params: ['Metadata_metadata_at_version', '0x0f000000'], result: '0x01' }

/** A second endpoint with these versions, one per call, and this metadata. */
const endpoint =
  (versions: readonly number[], metadata: unknown): JsonRpc =>
  async (method, params, schema) => {
    if (method === 'state_getRuntimeVersion') {
      const [current = version, ...remaining] = versions
      versions = remaining
      return z.parse(schema, { specVersion: current })
    }
    expect([method, params]).toEqual([read.method, read.params])
    return z.parse(schema, metadata)
  }
const crossCheck = (second: JsonRpc, reads = [read]) =>
  crossCheckRuntime({ second, clock: virtualClock() }, reads, version)

test('the same metadata › agreed', async () => {
  expect(await crossCheck(endpoint([], '0x01'))).toBe('agreed')
})

test('P-N1 › other metadata of the same version › an error', async () => {
  await expect(crossCheck(endpoint([], '0x02'))).rejects.toMatchObject({
    code: 'http/invalid-response',
    data: { reason: 'servers-disagree' },
  })
})

test.each([
  ['is at another version', endpoint([8], '0x02')],
  ['was upgraded in between', endpoint([7, 8], '0x02')],
  ['is away', (): Promise<never> => Promise.reject(new Error('No connection'))],
])('second endpoint that %s › single', async (_, second) => {
  expect(await crossCheck(second)).toBe('single')
})

test('no metadata read › single', async () => {
  expect(await crossCheck(endpoint([], '0x01'), [])).toBe('single')
})

test('second endpoint does not respond › single after 6 s', async () => {
  const clock = virtualClock()
  const second: JsonRpc = () => new Promise(() => undefined)
  expect(await crossCheckRuntime({ second, clock }, [read], version)).toBe('single')
  expect(clock.waits).toEqual([6_000])
})
