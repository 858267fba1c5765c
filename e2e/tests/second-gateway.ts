import type { Page } from '@playwright/test'
import { changeDeployConfig } from './change-deploy-config.ts'
import type { TestWorld } from './world.ts'

/**
 * Configures a second RPC gateway for the widgets of a page: the same nodes under another URL. A deployment has a second one
 * to verify the responses of the first.
 */
export async function withSecondGateway(page: Page, { stack }: TestWorld): Promise<void> {
  const { origin } = stack.widget
  await changeDeployConfig(page, stack.widget, (config) => ({
    ...config,
    rpcFallbackUrls: [`${origin}/second`],
  }))
  await page.route(`${origin}/second/v1*`, (route) =>
    route.continue({ url: route.request().url().replace('/second/v1', '/v1') }),
  )
}
