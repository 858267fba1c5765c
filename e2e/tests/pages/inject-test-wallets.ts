import type { Dapp } from './dapp.ts'

/**
 * Injects the test wallets into a page that does not load them itself, as extensions do: the query parameter `wallets`
 * selects them. Requests beyond this machine are aborted, because such a page may use public nodes and relays.
 */
export async function injectTestWallets({ page, world }: Dapp): Promise<void> {
  await page.route(
    ({ hostname }) => !/(^|\.)localhost$|^127\.0\.0\.1$/.test(hostname),
    (route) => route.abort(),
  )
  // A WalletConnect client would retry to reach a relay forever.
  await page.routeWebSocket(/^wss:/, () => undefined)
  for (const file of ['world.js', 'test-wallets.js']) {
    const response = await fetch(`${world.stack.dapp.loopback}/__stack/${file}`)
    await page.addInitScript(`if (window === top) {${await response.text()}}`)
  }
}
