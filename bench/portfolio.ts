import type { Browser } from '@playwright/test'
import type { Stack } from '#stack/stack-file.ts'
import { type Entry, entry, percentile } from './bench-entry.ts'
import { measureDataToPaint, openAccount } from './browser/account-list.ts'
import { connectWallet } from './browser/connect-wallet.ts'
import { clickToList, waitUntilIdle, waitUntilPreloaded } from './browser/open-modal.ts'
import { cpuSlowdown, scrollList } from './browser/scroll-list.ts'
import { visit } from './browser/visit.ts'
import { heapBytes } from './memory.ts'

const tokenCount = 1_000
const project = 'demo'
const shop = new URLSearchParams({
  ...{ project, platforms: 'ethereum', networks: 'eip155:1,eip155:8453' },
  wallets: '["harbour"]',
}).toString()

/** A balance response with this many tokens, one in ten without a price. */
function fakeBalances(count: number) {
  const chainId = 'eip155:1'
  const iconUrls = ['/tokens/usdc.svg', '/tokens/dai.svg', '/tokens/eth.svg']
  const native = {
    ...{ name: 'Ether', symbol: 'ETH', chainId, price: 3_214.57 },
    quantity: { decimals: '18', numeric: '1.239987' },
  }
  const tokens = Array.from({ length: count - 1 }, (_, at) => ({
    name: `Token ${at}`,
    symbol: `T${at}`,
    chainId,
    address: `${chainId}:0x${String(at).padStart(40, '0')}`,
    price: at % 10 === 0 ? 0 : (at * 7919) / 1_000,
    quantity: { decimals: '18', numeric: `${at}.${String(at).padStart(18, '7')}` },
    iconUrl: iconUrls[at % iconUrls.length],
  }))
  return { balances: [native, ...tokens] }
}

/** Portfolio of an account with a thousand tokens: time to paint, scrolling, and heap. */
export async function measurePortfolio(browser: Browser, stack: Stack, isShort: boolean): Promise<Entry[]> {
  const control = `${stack.widget.loopback}/__control/faults`
  const visited = await visit(browser, stack, { path: `/?${shop}`, reducedMotion: true })
  try {
    const frame = await waitUntilPreloaded(visited)
    await clickToList(visited.page, visited.widget)
    await waitUntilIdle(frame)
    await connectWallet(visited.page, frame)
    const apiFault = { path: '/v1/account', status: 200, project, body: fakeBalances(tokenCount) }
    await fetch(control, { method: 'POST', body: JSON.stringify(apiFault) })
    const painted = measureDataToPaint(frame, tokenCount, '/balance?')
    await openAccount(visited.page)
    const paintMs = await painted
    await waitUntilIdle(frame)
    // Enough frames that loading an image or a garbage collection is less than a twentieth of them.
    const { framesMs, longestTaskMs } = await scrollList(browser, visited, frame, isShort ? 240 : 320)
    const heap = await heapBytes(await visited.session(frame))
    return [
      entry('1,000 tokens: data to first paint', paintMs, 'ms', 300),
      entry(
        'scroll 1,000 tokens, 4x CPU: work in a frame, p95',
        percentile(framesMs, 95) * cpuSlowdown,
        'ms',
        16,
      ),
      entry('scroll 1,000 tokens, 4x CPU: longest task', longestTaskMs * cpuSlowdown, 'ms', 50),
      entry('1,000 tokens: heap of the widget', heap / 1e6, 'MB', 60),
    ]
  } finally {
    await fetch(`${control}?project=${project}`, { method: 'DELETE' })
    await visited.close()
  }
}
