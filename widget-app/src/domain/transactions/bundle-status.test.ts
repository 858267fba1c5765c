import { describe, expect, it } from 'vitest'
import { fakeClock } from '#widget/lib/fake-clock.ts'
import { type BundleOutcome, bundleOutcome, isBundleSettled, parseWalletStatus } from './bundle-status.ts'
import { waitForBundle } from './wait-for-calls-status.ts'

type Meaning = [code: number, outcome: BundleOutcome | undefined, settled: boolean]

it.each<Meaning>([
  [99, undefined, false],
  [100, 'pending', false],
  [199, 'pending', false],
  [200, 'success', true],
  [201, 'success', false],
  [299, 'success', false],
  [300, 'failure', true],
  [600, 'failure', true],
  [699, 'failure', true],
  [700, undefined, true],
])('status %i › is %s, and waiting is over: %s', (code, outcome, settled) => {
  expect(bundleOutcome(code)).toBe(outcome)
  expect(isBundleSettled(code)).toBe(settled)
})

describe('parseWalletStatus', () => {
  it.each([
    [200, 200],
    ['200', 200],
    ['0xc8', 200],
    ['0x1F4', 500],
    ['PENDING', 100],
    ['CONFIRMED', 200],
  ])('status %j › is %i', (status, code) => {
    expect(parseWalletStatus({ status })?.status).toBe(code)
  })

  it.each([0, 99, 700, '0x1', '999', '0xfff', '2e2', 'DONE', null, undefined, true])(
    'status %j › cannot be parsed',
    (status) => {
      expect(parseWalletStatus({ status })).toBeUndefined()
    },
  )

  it('malformed receipt › the status is used, without receipts', () => {
    expect(parseWalletStatus({ status: 200, receipts: [{ status: 1 }] })).toEqual({ status: 200 })
  })

  it.each(['yes', 1, null])('atomic %j › the response cannot be parsed', (atomic) => {
    expect(parseWalletStatus({ status: 200, atomic })).toBeUndefined()
  })
})

describe('waitForBundle', () => {
  function world(statuses: readonly (number | Error)[]) {
    const clock = fakeClock()
    const start = clock.now()
    const at: number[] = []
    const read = async () => {
      const nextStatus = statuses[Math.min(at.length, statuses.length - 1)] ?? 100
      at.push(clock.now() - start)
      if (nextStatus instanceof Error) throw nextStatus
      return { status: nextStatus }
    }
    const reported: number[] = []
    const end = waitForBundle(
      { clock, read },
      ({ status }) => reported.push(status),
      new AbortController().signal,
    ).then(
      (value) => ({ value }),
      (error: unknown) => ({ error }),
    )
    const run = async () => {
      await clock.advance(120_000)
      return end
    }
    return { run, at, heard: reported }
  }

  it('polls every 4 s until the end, and reports each status', async () => {
    const { run, at, heard: reported } = world([100, 110, 200])
    expect(await run()).toEqual({ value: { status: 200 } })
    expect(at).toEqual([0, 4_000, 8_000])
    expect(reported).toEqual([100, 110, 200])
  })

  it.each([300, 400, 500, 600])('status %i › ‘Call bundle failed with status’', async (code) => {
    expect(await world([code]).run()).toMatchObject({
      error: { message: `Call bundle failed with status ${code}`, status: code },
    })
  })

  it('60,000 ms passed › ‘Timed out while waiting for call bundle’', async () => {
    const { run, at } = world([100])
    expect(await run()).toMatchObject({ error: { message: 'Timed out while waiting for call bundle' } })
    expect(at.at(-1)).toBeLessThan(60_000)
  })

  it('failed poll › tried four times more', async () => {
    const pollError = new Error('away')
    expect(await world([pollError, pollError, pollError, pollError, 200]).run()).toEqual({
      value: { status: 200 },
    })
    const { run, at } = world([pollError])
    expect(await run()).toEqual({ error: pollError })
    expect(at).toEqual([0, 150, 450, 1_050, 2_250])
  })
})
