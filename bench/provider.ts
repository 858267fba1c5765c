import type { Browser, Page } from '@playwright/test'
import type { Stack } from '#stack/stack-file.ts'
import { promptBurst, promptRatePerSecond } from '../shared/config/limits.ts'
import { type Entry, entry, median } from './bench-entry.ts'
import { connectWallet } from './browser/connect-wallet.ts'
import { clickToList, waitUntilIdle, waitUntilPreloaded } from './browser/open-modal.ts'
import { visit } from './browser/visit.ts'

/** The demo page for Ethereum only, with one scripted test wallet. */
const shop = new URLSearchParams({
  ...{ project: 'demo', platforms: 'ethereum', networks: 'eip155:1,eip155:8453' },
  wallets: '["harbour"]',
}).toString()

/** Milliseconds of each call: to the wallet (`bare`), and to the widget's provider (`ours`). */
type Pair = { readonly bare: readonly number[]; readonly ours: readonly number[] }

type Calls = {
  readonly method: string
  /** Parameters of each call, or of all calls if there is only one. */
  readonly params: readonly (readonly string[])[]
  readonly samples: number
  /** Calls timed as one, because a page's clock has a resolution of tenths of a millisecond. */
  readonly batchSize: number
  /** Calls before the timed ones: they load, compile and optimize the code. */
  readonly warmUps: number
}

/**
 * Times calls in the page sequentially: the wallet and the widget's provider alternate, so that other load of the machine
 * affects both.
 */
const timeCalls = (page: Page, calls: Calls): Promise<Pair> =>
  page.evaluate(async ({ method, params, samples, batchSize, warmUps }) => {
    const requestOf = (provider: object | undefined) => {
      const request: unknown = Reflect.get(Object(provider), 'request')
      if (typeof request !== 'function') throw new Error('There is no provider')
      return (at: number): unknown =>
        Reflect.apply(request, provider, [{ method, params: params[at % params.length] ?? [] }])
    }
    const requesters = {
      bare: requestOf(window.testWallets.harbour?.provider),
      ours: requestOf(window.bridge.ethereum),
    }
    const times: Record<'bare' | 'ours', number[]> = { bare: [], ours: [] }
    for (let n = -warmUps; n < samples; n += 1) {
      for (const side of n % 2 === 0 ? (['bare', 'ours'] as const) : (['ours', 'bare'] as const)) {
        const startedAt = performance.now()
        for (let call = 0; call < batchSize; call += 1) await requesters[side](n + warmUps)
        if (n >= 0) times[side].push((performance.now() - startedAt) / batchSize)
      }
    }
    return times
  }, calls)

/** Overhead of the widget's provider per call: the difference of the medians of all series. */
const overhead = (series: readonly Pair[]): number =>
  median(series.flatMap(({ ours }) => ours)) - median(series.flatMap(({ bare }) => bare))

const waitForPromptBudget = () =>
  new Promise((resolve) => setTimeout(resolve, (promptBurst / promptRatePerSecond) * 1_000))

/** The machine may be busy during a whole series, which lasts less than a second: run several, seconds apart. */
const seriesCount = 3

const hexOf = (text: string): string => `0x${Buffer.from(text).toString('hex')}`

/**
 * Measures how much longer a dApp's request takes through the widget, which has a separate process, than to the wallet.
 * Signatures are deterministic (RFC 6979): when a message is signed again, the widget has verified the same signature before
 * and skips the recovery of the signer. For a new message it recovers the signer. The link admits 200 prompts at once, then
 * 60 a second: a series has at most 200, and the next one waits until 200 are admitted again. Warm-up calls compile the code
 * first, as in a dApp that calls repeatedly.
 */
export async function measureProvider(browser: Browser, stack: Stack, samples: number): Promise<Entry[]> {
  const visited = await visit(browser, stack, { path: `/?${shop}`, reducedMotion: true })
  const { page } = visited
  try {
    const frame = await waitUntilPreloaded(visited)
    await clickToList(page, visited.widget)
    await waitUntilIdle(frame)
    await connectWallet(page, frame)
    await waitUntilIdle(page)
    const [account = ''] = await page.evaluate(() => window.bridge.accounts.map(({ address }) => address))
    const chain = await timeCalls(page, {
      method: 'eth_chainId',
      params: [],
      samples,
      batchSize: 20,
      warmUps: 1,
    })
    const sign = { method: 'personal_sign', samples, batchSize: 1, warmUps: promptBurst - samples }
    const repeatedMessage: Pair[] = []
    const newMessages: Pair[] = []
    for (let series = 0; series < seriesCount; series += 1) {
      if (series > 0) await waitForPromptBudget()
      repeatedMessage.push(
        await timeCalls(page, { ...sign, params: [[hexOf('The usual, please'), account]] }),
      )
      await waitForPromptBudget()
      const messages = Array.from({ length: promptBurst }, (_, at) => [
        hexOf(`Order ${series}.${at}`),
        account,
      ])
      newMessages.push(await timeCalls(page, { ...sign, params: messages }))
    }
    return [
      entry('eth_chainId over the bare wallet, p50', overhead([chain]), 'ms', 0.5),
      entry(
        'personal_sign over the bare wallet, its signer known, p50',
        overhead(repeatedMessage),
        'ms',
        1.5,
      ),
      entry('personal_sign over the bare wallet with the signer check, p50', overhead(newMessages), 'ms', 5),
    ]
  } finally {
    await visited.close()
  }
}
