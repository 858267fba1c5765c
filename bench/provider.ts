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

/** Milliseconds of each call, by the wallet itself and by the widget's provider in front of it. */
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
    const sides = {
      bare: requestOf(window.testWallets.harbour?.provider),
      ours: requestOf(window.bridge.ethereum),
    }
    const times: Record<'bare' | 'ours', number[]> = { bare: [], ours: [] }
    for (let n = -warmUps; n < samples; n += 1) {
      for (const side of n % 2 === 0 ? (['bare', 'ours'] as const) : (['ours', 'bare'] as const)) {
        const startedAt = performance.now()
        for (let call = 0; call < batchSize; call += 1) await sides[side](n + warmUps)
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

/** A series lasts less than a second, in which the machine may be busy: several, with seconds between them. */
const seriesCount = 3

const hexOf = (text: string): string => `0x${Buffer.from(text).toString('hex')}`

/**
 * The cost for a dApp of a request through the widget, in a process of its own, compared to the wallet itself. Signatures
 * are deterministic (RFC 6979), so a message that was signed before has a signature that was verified before: such a call
 * skips only the recovery of the signer. A message that is new each time includes it. The link admits 200 prompts at once,
 * and 60 a second from then on: a series is no longer than that, and the next one waits until as many are admitted again.
 * The calls are timed as in a dApp that calls repeatedly: compiled code.
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
