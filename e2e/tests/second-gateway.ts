import type { Page } from '@playwright/test'
import type { TestWorld } from './world.ts'

/**
 * Gives the widgets of a page a second RPC gateway, as a deployment has one that does not want to depend on one server's word:
 * the same nodes under another address.
 */
export async function withSecondGateway(page: Page, { stack }: TestWorld): Promise<void> {
  const { origin, loopback } = stack.widget
  await page.route(`${origin}/widget.config.json`, async (route) => {
    const config: unknown = await (await fetch(`${loopback}/widget.config.json`)).json()
    await route.fulfill({ json: { ...Object(config), rpcFallbackUrls: [`${origin}/second`] } })
  })
  await page.route(`${origin}/second/v1*`, (route) =>
    route.continue({ url: route.request().url().replace('/second/v1', '/v1') }),
  )
}
