import type { Browser } from '@playwright/test'
import type { Stack } from '#stack/stack-file.ts'
import { type Entry, entry, percentile } from './bench-entry.ts'
import { measureDataToPaint, openAccount } from './browser/account-list.ts'
import { connectWallet } from './browser/connect-wallet.ts'
import { clickToList, waitUntilIdle, waitUntilPreloaded } from './browser/open-modal.ts'
import { cpuSlowdown, scrollList } from './browser/scroll-list.ts'
import { visit } from './browser/visit.ts'
import { heapBytes } from './memory.ts'

const rowCount = 10_000
const project = 'demo'
const shop = new URLSearchParams({
  ...{ project, platforms: 'ethereum', networks: 'eip155:1,eip155:8453' },
  wallets: '["harbour"]',
}).toString()

/** A history response with this many transactions, three hours apart: about forty months. */
function fakeHistory(count: number, account: string) {
  const newest = Date.UTC(2026, 4, 20)
  const transfer = (direction: 'in' | 'out', numeric: string, symbol: string) => ({
    direction,
    quantity: { numeric },
    fungible_info: { name: symbol, symbol, icon: { url: `/tokens/${symbol.toLowerCase()}.svg` } },
  })
  const otherAddress = (at: number) => `0x${String(at).padStart(40, '7')}`
  const data = Array.from({ length: count }, (_, at) => ({
    id: `fake-${at}`,
    metadata: {
      operationType: at % 5 === 0 ? 'trade' : at % 2 === 0 ? 'send' : 'receive',
      hash: `0x${String(at).padStart(64, '0')}`,
      chain: 'eip155:1',
      minedAt: new Date(newest - at * 3 * 3_600_000).toISOString(),
      sentFrom: at % 2 === 0 ? account : otherAddress(at),
      sentTo: at % 2 === 0 ? otherAddress(at) : account,
      status: at % 50 === 0 ? 'failed' : 'confirmed',
      nonce: 1_000_000 - at,
    },
    transfers: [
      transfer(at % 2 === 0 ? 'out' : 'in', `${at}.${String(at).padStart(18, '3')}`, 'USDC'),
      ...(at % 5 === 0 ? [transfer(at % 2 === 0 ? 'in' : 'out', `0.${at + 1}`, 'ETH')] : []),
    ],
  }))
  return { data, next: null }
}

/** Activity of an account with ten thousand transactions: time to paint, scrolling, and heap. */
export async function measureHistory(browser: Browser, stack: Stack, isShort: boolean): Promise<Entry[]> {
  const control = `${stack.widget.loopback}/__control/faults`
  const visited = await visit(browser, stack, { path: `/?${shop}`, reducedMotion: true })
  const { page } = visited
  try {
    const frame = await waitUntilPreloaded(visited)
    await clickToList(page, visited.widget)
    await waitUntilIdle(frame)
    await connectWallet(page, frame)
    const [account = ''] = await page.evaluate(() => window.bridge.accounts.map(({ address }) => address))
    const path = `/v1/account/${account}/history`
    const apiFault = { path, status: 200, project, body: fakeHistory(rowCount, account) }
    await fetch(control, { method: 'POST', body: JSON.stringify(apiFault) })
    await openAccount(page)
    await frame.locator('[role=tab]').last().waitFor()
    await waitUntilIdle(frame)
    const painted = measureDataToPaint(frame, rowCount, '/history?')
    await frame.locator('[role=tab]').last().click()
    const paintMs = await painted
    await waitUntilIdle(frame)
    // Enough frames that loading an image or a garbage collection is less than a twentieth of them.
    const { framesMs, longestTaskMs } = await scrollList(browser, visited, frame, isShort ? 240 : 320)
    const heap = await heapBytes(await visited.session(frame))
    const work = percentile(framesMs, 95) * cpuSlowdown
    return [
      entry('10,000 transactions: data to first paint', paintMs, 'ms', 300),
      entry('scroll 10,000 transactions, 4x CPU: work in a frame, p95', work, 'ms', 16),
      entry('scroll 10,000 transactions, 4x CPU: longest task', longestTaskMs * cpuSlowdown, 'ms', 50),
      entry('10,000 transactions: heap of the widget', heap / 1e6, 'MB', 60),
    ]
  } finally {
    await fetch(`${control}?project=${project}`, { method: 'DELETE' })
    await visited.close()
  }
}
