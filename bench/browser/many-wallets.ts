import type { BrowserContext } from '@playwright/test'

const kinds = ['Alder', 'Birch', 'Cedar', 'Dogwood', 'Elder', 'Fir', 'Ginkgo', 'Hazel'] as const

/** Generated list entries, with icons that exist. */
function fakeWallets(count: number, iconPaths: readonly string[]) {
  return Array.from({ length: count }, (_, at) => {
    const number = String(at + 1).padStart(4, '0')
    return {
      id: `fake-${number}`,
      name: `${kinds[at % kinds.length] ?? ''} Wallet ${number}`,
      image_id: `fake-${number}`,
      image_url: iconPaths[at % iconPaths.length],
      rdns: `fake.wallet${number}`,
      chains: ['eip155:1', 'eip155:8453'],
      homepage: `https://wallet${number}.example`,
      order: at + 1,
      namespaces: ['eip155'],
    }
  })
}

const list = /JSON\.parse\((['"`])\[.*\]\1\)/s

/**
 * Replaces the built-in list of a visit by this many generated wallets. Undone by `context.unrouteAll` once it is loaded.
 */
export async function replaceBundledList(
  context: BrowserContext,
  loopback: string,
  count: number,
): Promise<void> {
  await context.route(/\/assets\/wallets-[^/]+\.js$/, async (route) => {
    // Fetch by the loopback address: only browsers resolve names under localhost.
    const { pathname } = new URL(route.request().url())
    const script = await (await fetch(`${loopback}${pathname}`)).text()
    const iconPaths = [...script.matchAll(/"(\/wallets\/[\w.-]+)/g)].map((match) => match[1] ?? '')
    if (!list.test(script)) throw new Error('The built-in list is not where the bench looks for it')
    const body = script.replace(list, () => JSON.stringify(fakeWallets(count, iconPaths)))
    const headers = { 'access-control-allow-origin': '*', 'cross-origin-resource-policy': 'cross-origin' }
    await route.fulfill({ contentType: 'text/javascript', headers, body })
  })
}
