import type { Browser, Frame, Page } from '@playwright/test'
import { encodeFunctionData, erc20Abi, maxUint256 } from 'viem'
import type { Stack } from '#stack/stack-file.ts'
import { type Entry, entry, percentile } from './bench-entry.ts'
import { connectWallet } from './browser/connect-wallet.ts'
import { clickToList, waitUntilIdle, waitUntilPreloaded } from './browser/open-modal.ts'
import { visit } from './browser/visit.ts'

/** The demo page for Ethereum only, with the scripted test wallets. */
const shop = new URLSearchParams({
  ...{ project: 'demo', platforms: 'ethereum', networks: 'eip155:1,eip155:8453' },
  wallets: '["harbour","lantern"]',
}).toString()

/** Resolves with the time at which balance changes have been painted, by the clock that both processes share. */
const waitForChanges = (frame: Frame): Promise<number> =>
  frame.evaluate(
    () =>
      new Promise<number>((resolve, reject) => {
        const startedAt = performance.now()
        const eachFrame = () => {
          const headings = [...document.querySelectorAll('h2, h3')].map(({ textContent }) => textContent)
          if (performance.now() - startedAt > 30_000) reject(new Error('No balance changes within 30 s'))
          else if (!headings.includes('Balance changes')) requestAnimationFrame(eachFrame)
          else requestAnimationFrame(() => resolve(performance.timeOrigin + performance.now()))
        }
        eachFrame()
      }),
  )

type Request = { readonly method: string; readonly params: readonly unknown[] }

async function requestToChanges(page: Page, frame: Frame, request: Request): Promise<number> {
  const shownAt = waitForChanges(frame)
  const requestedAt = page.evaluate(async (call) => {
    const startedAt = performance.timeOrigin + performance.now()
    const result = window.bridge.ethereum.request(call).catch(() => undefined)
    Object.assign(window, { benchAnswer: result })
    return startedAt
  }, request)
  const time = (await shownAt) - (await requestedAt)
  await frame.locator('footer button', { hasText: 'Cancel' }).click()
  await page.evaluate(() => Reflect.get(window, 'benchAnswer'))
  await page.waitForFunction(() => !window.bridge.state.open)
  return time
}

/**
 * Time from a request until its review shows the balance changes, which the local chain simulates; includes the first load
 * of the review.
 */
export async function measureReview(browser: Browser, stack: Stack, samples: number): Promise<Entry[]> {
  const visited = await visit(browser, stack, { path: `/?${shop}`, reducedMotion: true })
  const { page } = visited
  try {
    const frame = await waitUntilPreloaded(visited)
    await clickToList(page, visited.widget)
    await waitUntilIdle(frame)
    await connectWallet(page, frame)
    const [from] = await page.evaluate(() => window.bridge.accounts.map(({ address }) => address))
    const usdc = stack.chains.find(({ chainId }) => chainId === 1)?.tokens.USDC?.address
    const spender = usdc ?? '0x0000000000000000000000000000000000000001'
    const data = encodeFunctionData({ abi: erc20Abi, functionName: 'approve', args: [spender, maxUint256] })
    const request = { method: 'eth_sendTransaction', params: [{ from, to: usdc, data }] }
    const times: number[] = []
    for (let n = 0; n < samples; n += 1) times.push(await requestToChanges(page, frame, request))
    return [entry('request to its review with a run on Anvil, p95', percentile(times, 95), 'ms', 300)]
  } finally {
    await visited.close()
  }
}
